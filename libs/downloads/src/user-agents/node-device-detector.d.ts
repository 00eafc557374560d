/** The package has no types for its lists. */
declare module 'node-device-detector/regexes/client/*.js' {
  const list: readonly { readonly regex: string; readonly name: string }[];
  export = list;
}
