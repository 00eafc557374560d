import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { localCertificate } from './local-certificate.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'certificate-'));
});
afterEach(() => rm(dir, { recursive: true }));

const mode = async (name: string) => (await stat(join(dir, 'data', name))).mode & 0o777;

it('the local certificate is made once, in a folder and with a key that their owner alone may read', async () => {
  const first = await localCertificate(join(dir, 'data/listener'), 'hooks.example.com');
  expect(await localCertificate(join(dir, 'data/listener'), 'hooks.example.com')).toEqual(first);
  expect([await mode('listener'), await mode('listener/key.pem')]).toEqual([0o700, 0o600]);
  // The folder has no key of the authority.
  expect((await readdir(join(dir, 'data/listener'))).sort()).toEqual(['ca.pem', 'cert.pem', 'key.pem']);
});

it.each(['ca.pem', 'cert.pem', 'key.pem'])('the local certificate is made anew when its %s is gone', async (name) => {
  const first = await localCertificate(join(dir, 'data/listener'), 'hooks.example.com');
  await rm(join(dir, 'data/listener', name));
  const second = await localCertificate(join(dir, 'data/listener'), 'hooks.example.com');
  expect(second.key).not.toBe(first.key);
  expect(await localCertificate(join(dir, 'data/listener'), 'hooks.example.com')).toEqual(second);
  expect([await readdir(join(dir, 'data')), await mode('listener'), await mode('listener/key.pem')]).toEqual([['listener'], 0o700, 0o600]);
});

it('the local certificate is the same for all who make it at once', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => localCertificate(join(dir, 'data/listener'), 'hooks.example.com')));
  expect(new Set(made.map(({ cert, key }) => cert + key)).size).toBe(1);
  expect(await readdir(join(dir, 'data'))).toEqual(['listener']);
});
