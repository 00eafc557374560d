import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { runAction } from '../composite-action.js';
import { SRT } from '../fixtures.js';
import { ROOT, Stack, type Loaded } from '../stack.js';

const ACTION = join(ROOT, 'docs/examples/github-action/action.yml');
const IN_TWO_DAYS = new Date(Date.now() + 2 * 86_400_000).toISOString();

let stack: Stack;
let seed: Loaded;
let baseUrl: string;
let packed: string;
let workspace: string;

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  ({ baseUrl } = await stack.start('api'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '-w', 'apps/cli', '--pack-destination', stack.dir], { cwd: ROOT });
  packed = join(stack.dir, (JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }])[0].filename);
});
afterAll(() => stack.destroy());

beforeEach(async () => {
  const published_at = IN_TWO_DAYS;
  seed = await stack.load({
    users: [{ key: 'ada', name: 'Ada', tokens: [{ key: 't', permissions: ['read', 'update'] }] }],
    podcasts: [
      {
        key: 'tech',
        title: 'Tech Weekly',
        owner: 'ada',
        ownership_confirmed: true,
        episodes: [{ key: 'due', title: 'Queues', guid: 'queues', published_at }],
      },
    ],
  });
  workspace = await mkdtemp(join(stack.dir, 'repository-'));
  await mkdir(join(workspace, 'transcripts'));
  await writeFile(join(workspace, 'transcripts/queues.srt'), SRT);
});

/** Runs the action on the repository. @returns its steps, of which the last one may have failed */
async function act(inputs: Record<string, string> = {}) {
  const given = { podcast: seed.podcasts['tech']!, token: seed.tokens['t']!, api: baseUrl, package: packed, ...inputs };
  const env = { PATH: process.env['PATH'] ?? '', HOME: workspace };
  const steps = await runAction(ACTION, { inputs: given, workspace, env });
  expect(steps.map(({ output }) => output).join('')).not.toContain(seed.tokens['t']);
  return steps;
}

const transcript = async () =>
  (await new Client(baseUrl, seed.tokens['t']).get(`/api/v1/episodes/${seed.episodes['due']}/transcript`)).status;

describe('the GitHub Action of docs/examples', () => {
  it('the GitHub Action shows the plan, stores nothing, and fails a release that lacks something', async () => {
    const steps = await act({ require: 'transcript' });
    expect(steps.map(({ name, status }) => [name, status])).toEqual([
      ['Install podcast', 0],
      ['Check the transcripts', 0],
      ['Show what would be uploaded', 0],
      ['Check the coming releases', 1],
    ]);
    expect(steps[2]?.output).toContain('upload');
    expect(steps[3]?.output).toContain('Queues (transcript)');
    expect(await transcript()).toBe(404);
  });

  it('the GitHub Action uploads the transcripts of the repository, and passes when the release has what it needs', async () => {
    const steps = await act({ require: 'transcript', upload: 'true' });
    expect(steps.map(({ name, status }) => [name, status])).toEqual([
      ['Install podcast', 0],
      ['Check the transcripts', 0],
      ['Upload the transcripts', 0],
      ['Check the coming releases', 0],
    ]);
    expect(await transcript()).toBe(200);
  });

  it('the GitHub Action annotates a defective transcript, and uploads nothing', async () => {
    await writeFile(join(workspace, 'transcripts/queues.srt'), '1\n00:00:03,000 --> 00:00:02,500\nHello\n');
    const steps = await act({ upload: 'true' });
    expect(steps.at(-1)).toMatchObject({ name: 'Check the transcripts', status: 1 });
    expect(steps.at(-1)?.output).toMatch(/^::error file=transcripts\/queues\.srt,line=2/m);
    expect(await transcript()).toBe(404);
  });
});
