import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anMp4 } from '@app/media';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { ROOT, Stack } from '../stack.js';

const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial-video.md'), 'utf8');
const FEED_PORT = '8070';

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
});
afterAll(() => stack.destroy());

const blocks = (language: string) =>
  [...TUTORIAL.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);

it('the tutorial, as it stands, leads from an empty account to a matched stock', async () => {
  const port = String(await getPort({ host: '127.0.0.1' }));
  const connectTo = { OUTBOUND_CONNECT_TO: `feeds.example.com:80:127.0.0.1:${port}`, NODE_ENV: 'test' };
  expect(blocks('console').join()).toContain(`OUTBOUND_CONNECT_TO=feeds.example.com:80:127.0.0.1:${FEED_PORT} npm start`);
  const [api] = await Promise.all([stack.start('api', connectTo), stack.start('worker', connectTo)]);
  await writeFile(join(stack.dir, 'talk.mp4'), anMp4({ seconds: 61 }));
  await writeFile(join(stack.dir, 'upload.mjs'), blocks('js').join());
  await symlink(join(ROOT, 'node_modules'), join(stack.dir, 'node_modules'));
  // The ports and the folder are the test's own; everything else is the reader's.
  const commands = blocks('sh').join('\n').replaceAll(FEED_PORT, port).replace('http://127.0.0.1:3000', api.baseUrl);
  const before = `set -eu; trap 'kill $(jobs -p)' EXIT; npm() { (cd ${JSON.stringify(ROOT)} && command npm "$@"); }`;
  const { status, stdout, stderr } = await run(`${before}\n${commands}`);
  expect([status, stderr]).toEqual([0, '']);
  for (const promised of ['"status":"completed"', '"used_seconds":61', '"episodes_created":1', '"stocks_matched":1']) {
    expect(stdout).toContain(promised);
  }
  expect(stdout.split('\n').at(-1)).toMatch(/"status":"matched".*"matched_episode_id":"[0-9a-f-]{36}"/);
});

function run(script: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', ['-c', script], { cwd: stack.dir, env: { ...process.env, ...stack.environment, NO_UPDATE_NOTIFIER: '1' } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) =>
    child.once('close', (status) => resolve({ status, stdout: stdout.trimEnd(), stderr: stderr.replace(/^npm (warn|notice).*\n/gm, '') })),
  );
}
