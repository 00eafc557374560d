/** A file that is made from others of the repository, with its path from the root. */
export type Derived = { readonly path: string; readonly text: string };
