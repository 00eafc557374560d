/** What a client says of its file. */
export type Described = { readonly filename: string | null; readonly contentType: string | null };

/** Most characters of a name: what file systems take. */
const MOST_NAME = 255;

/** `type/subtype` of RFC 9110, 8.3.1, in the characters of a token. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]{1,127}\/[\w!#$%&'*+.^`|~-]{1,127}$/;

/**
 * Tidies what a client says of its file. It is only ever shown: no path is made of it.
 * @returns the last segment of the name without control characters; the media type without parameters, in lower case
 */
export function described(filename: string | null | undefined, contentType: string | null | undefined): Described {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const name = (filename ?? '').replace(/^.*[/\\]/s, '').replace(/[\u0000-\u001f\u007f-\u009f]/g, '').toWellFormed().trim(); // prettier-ignore
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { filename: [...name].slice(0, MOST_NAME).join('') || null, contentType: MEDIA_TYPE.test(type) ? type : null };
}
