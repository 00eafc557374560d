import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from '@jest/globals';
import { build, stop } from 'esbuild';

/** Bytes, minified and gzipped. */
const MAX_SIZE = 16_000;

const bundle = (contents: string) =>
  build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
  });

afterAll(() => stop());

it('the whole lib is bundled for browsers without a built-in of Node, in 16 kB', async () => {
  const { outputFiles, metafile } = await bundle(`export * from './index.ts'`);
  const [{ contents, text }] = outputFiles as [(typeof outputFiles)[number]];
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external))).toEqual([]);
  expect(text).not.toMatch(/\b(?:Buffer|process|require)\b/);
  expect(gzipSync(contents, { level: 9 }).length).toBeLessThan(MAX_SIZE);
});

it('what is not imported is not bundled', async () => {
  const size = async (name: string) => (await bundle(`export { ${name} } from './index.ts'`)).outputFiles[0]?.contents.length ?? 0;
  expect(await size('parseTranscript')).toBeLessThan((await size('repair')) / 1.5);
});
