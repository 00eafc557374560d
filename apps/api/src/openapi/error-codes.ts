import { httpErrors } from '@app/http/errors';
import { FEATURES } from '@app/product';

/** Every error code of the API, from the features' error tables: the enum of the document and of the client. */
export const ERROR_CODES: readonly string[] = [
  ...new Set([httpErrors, ...FEATURES.map(({ errors = {} }) => errors)].flatMap((table) => Object.keys(table))),
];
