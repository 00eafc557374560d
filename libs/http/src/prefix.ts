/** Every route of the API is below this path; health, metrics and documents are not. */
export const API_PREFIX = 'api/v1';
