/**
 * Whether a list of ETags in a header, or `*`, names one of `etags`. The comparison is weak: proxies that compress mark
 * an ETag as weak, and it still names the version that was read.
 */
export function names(header: string, etags: readonly string[]): boolean {
  return header.split(',').some((one) => (one.trim() === '*' ? etags.length > 0 : etags.some((etag) => bare(etag) === bare(one))));
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
