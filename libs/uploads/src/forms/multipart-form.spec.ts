import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import { MultipartForm } from './multipart-form.js';

it('a form that is cut off is refused after what was begun with its file has ended, so that nothing is left of it', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const request = Object.assign(new PassThrough(), { headers });
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const form = new MultipartForm(request as unknown as Request);
  const reading = form
    .readParts(async () => {
      await begun.promise;
      order.push('written');
    })
    .catch(() => order.push('refused'));
  request.end('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
  await form.ended.catch(() => undefined);
  setImmediate(() => begun.resolve());
  await reading;
  expect(order).toEqual(['written', 'refused']);
});
