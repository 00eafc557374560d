import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AllowedFiles } from './allowed-files.js';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nwords\n';
let folder: string;
let files: AllowedFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'allowed-'));
  await mkdir(join(folder, 'open', '..inner'), { recursive: true });
  for (const file of ['secret.srt', 'open/one.srt', 'open/..inner/two.srt']) await writeFile(join(folder, file), SRT);
  await writeFile(join(folder, 'open', 'words.srt'), 'no transcript');
  await symlink(join(folder, 'secret.srt'), join(folder, 'open', 'link.srt'));
  files = await AllowedFiles.below(join(folder, 'open'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['one.srt', './..inner/two.srt', '../open/one.srt'])(
  '%s is opened: it is below the folder of --allow (contract 14.5)',
  async (path) => {
    const handle = await files.open(path, 'transcript');
    expect(await handle.readFile('utf8')).toBe(SRT);
    await handle.close();
  },
);

it.each(['../secret.srt', 'link.srt', '.', '..'])('%s is refused: it is not below the folder', (path) =>
  expect(files.open(path, 'transcript')).rejects.toThrow('is not below the folder'),
);

it.each([
  ['words.srt', 'transcript'],
  ['one.srt', 'video'],
] as const)('%s is refused as a %s: it does not begin like one', (path, kind) =>
  expect(files.open(path, kind)).rejects.toThrow(`does not begin like a ${kind}`),
);
