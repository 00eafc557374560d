/** A file's name and type, as the client gave them. */
type Described = { readonly filename: string | null; readonly contentType: string | null };

/** Characters of a name: what file systems take. */
const MAX_NAME_LENGTH = 255;

/** `type/subtype` of RFC 9110, 8.3.1, in the characters of a token. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]{1,127}\/[\w!#$%&'*+.^`|~-]{1,127}$/;

/**
 * Cleans the name and the media type that a client gives. They are displayed only: no path is made of them.
 * @returns the last segment of the name without control characters; the media type without parameters, in lower case
 */
export function described(filename: string | null | undefined, contentType: string | null | undefined): Described {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const name = (filename ?? '').replace(/^.*[/\\]/s, '').replace(/[\u0000-\u001f\u007f-\u009f]/g, '').toWellFormed().trim(); // prettier-ignore
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { filename: [...name].slice(0, MAX_NAME_LENGTH).join('') || null, contentType: MEDIA_TYPE.test(type) ? type : null };
}
