import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@app/client';
import { anMp4 } from '@app/media';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SRT } from './fixtures.js';
import { ROOT, Stack, type CallersStack, type Loaded } from './stack.js';

// The Arazzo documents of docs/arazzo describe the tutorials (contract 14.6). Redocly's CLI judges and executes them as
// any runner would.

const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const TIMEOUT_MS = 120_000;
const DOCUMENTS = ['release', 'video'].map((name) => `docs/arazzo/${name}.arazzo.json`);

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const tokens = [{ key: 'ada', permissions: ['read', 'update', 'delete'] }];
  const episodes = ['talk', 'film'].map((key) => ({ key, title: key, guid: `urn:second-thoughts:${key}` }));
  seed = await stack.load({
    users: [{ key: 'ada', name: 'Ada', available_seconds: 3600, tokens }],
    podcasts: [{ key: 'second', title: 'Second Thoughts', owner: 'ada', ownership_confirmed: true, episodes }],
  });
  ({ baseUrl } = stack);
});
afterAll(() => stack.destroy());

/** Without reports to its makers, and without a look for a newer version. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
const redocly = (...args: string[]) => promisify(execFile)(process.execPath, [REDOCLY, ...args], { cwd: ROOT, env });

/** Executes a document. @throws with what was printed, when a step fails */
async function execute(document: string, inputs: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { stdout, stderr } = await redocly('respect', document, '--input', JSON.stringify(inputs), '--server', `api=${baseUrl}`, '--execution-timeout', String(TIMEOUT_MS)); // prettier-ignore
  return stdout + stderr;
}

describe('the Arazzo documents of the tutorials', () => {
  it('the Arazzo documents of the tutorials are valid', async () => {
    await redocly('lint', ...DOCUMENTS);
    for (const document of DOCUMENTS) expect(JSON.parse(readFileSync(join(ROOT, document), 'utf8')).arazzo).toBe('1.0.1');
  }, TIMEOUT_MS); // prettier-ignore

  it('the Arazzo documents of the tutorials lead from the guid of an episode to its transcript and chapters', async () => {
    const inputs = { token: seed.tokens['ada'], podcast: seed.podcasts['second'], guid: 'urn:second-thoughts:talk', transcript: SRT };
    expect(await execute(DOCUMENTS[0]!, inputs)).toContain('1 passed, 1 total');
    const api = createClient({ baseUrl, token: inputs.token ?? '' });
    const { data } = await api.GET('/api/v1/episodes/{episode}', { params: { path: { episode: seed.episodes['talk'] ?? '' } } });
    expect(data.data.missing).toEqual(['video']);
  }, TIMEOUT_MS); // prettier-ignore

  it('the Arazzo documents of the tutorials lead from an upload to a video that an event says is matched', async () => {
    const api = createClient({ baseUrl, token: seed.tokens['ada'] ?? '' });
    const { id } = await api.upload(anMp4({ seconds: 61 }), { filename: 'talk.mp4', contentType: 'video/mp4' });
    const inputs = { token: seed.tokens['ada'], podcast: seed.podcasts['second'], guid: 'urn:second-thoughts:film', upload: id, key: 'film' };
    expect(await execute(DOCUMENTS[1]!, inputs)).toContain('1 passed, 1 total');
  }, TIMEOUT_MS); // prettier-ignore

  it('the Arazzo documents of the tutorials are not passed over: a step whose criterion does not hold fails the run', async () => {
    const inputs = { token: seed.tokens['ada'], podcast: seed.podcasts['second'], guid: 'urn:nothing', transcript: SRT };
    await expect(execute(DOCUMENTS[0]!, inputs)).rejects.toMatchObject({ code: 1 });
  }, TIMEOUT_MS); // prettier-ignore
});
