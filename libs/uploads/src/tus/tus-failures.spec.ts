import { describe, expect, it } from '@jest/globals';
import { uploadErrors } from '../uploads.errors.js';
import { ERRORS } from '@tus/utils';
import { inOurWords, tusEntry } from './tus-failures.js';

const codeOf = (method: string, status: number) => tusEntry({ method, status, message: 'No.' })?.code;

describe('failures of the tus protocol', () => {
  it.each([400, 403, 415, 501])('the status %i of tus has the code invalid_tus_request', (status) => {
    expect(codeOf('POST', status)).toBe('invalid_tus_request');
  });

  it('a 409 of tus names the offset, or the stock when the upload is to be deleted', () => {
    expect([codeOf('PATCH', 409), codeOf('DELETE', 409)]).toEqual(['offset_conflict', 'upload_in_use']);
  });

  it('every code of a tus failure is declared in the table of errors, or is one of every route', () => {
    const codes = [400, 409, 410, 412, 413, 423].map((status) => codeOf('PATCH', status) ?? '');
    expect(codes.filter((code) => !(code in uploadErrors) && code !== 'too_large')).toEqual([]);
  });

  it('a 500 of tus says nothing of the inside', () => {
    expect(tusEntry({ method: 'PATCH', status: 500, message: 'x' })).toBeUndefined();
  });

  it('no message of a tus failure is in the words of @tus/server', () => {
    const said = Object.values(ERRORS).map(({ body }) => body.trim());
    expect([...said, 'Invalid content-type', 'Invalid upload-length upload-metadata'].filter((text) => inOurWords(text) === text)).toEqual(
      [],
    );
    expect(inOurWords('Invalid upload-length upload-metadata')).toBe('Not as tus 1.0 has them: upload-length, upload-metadata.');
  });
});
