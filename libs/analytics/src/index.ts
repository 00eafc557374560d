export { Download } from './download.entity.js';
export { analyticsPersistence } from './persistence.js';
