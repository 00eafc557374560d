/** The permissions of a token (spec 5.2). */
export const PERMISSIONS = ['read', 'update', 'delete'] as const;

export type Permission = (typeof PERMISSIONS)[number];
