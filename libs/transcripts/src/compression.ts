import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The fastest quality: 9 ms for 10 MB, which become 0.6 MB. */
const QUALITY = 1;

/** UTF-8 as it is stored. */
export function compress(text: Uint8Array): Uint8Array {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

export function decompress(bytes: Uint8Array): string {
  return brotliDecompressSync(bytes).toString();
}
