export { authErrors } from './auth.errors.js';
export { ownership } from './permissions/ownership.js';
export { authPersistence } from './persistence.js';
export { admit } from './permissions/admission.js';
export { CurrentCaller, lacks, Public, requirementOf, Requires, type Caller } from './permissions/permission.guard.js';
export { UnknownRoutesModule } from './refusals/unknown-routes.module.js';
