import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MeteredLine } from '../metered-line.js';
import { nodes } from '../nodes.js';
import { ROOT, Stack, type Ended, type Loaded, type Running } from '../stack.js';

const PODCAST = join(ROOT, 'apps/cli/bin/podcast.mjs');
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<v Ann>Hello\n\n';

let stack: Stack;
let seed: Loaded;
let api: Running;
let env: Record<string, string>;

const published_at = '2026-01-01T00:00:00Z';
const backCatalogue = [
  { key: 'b1', title: 'Beginnings', guid: 'urn:back/1', published_at },
  { key: 'b2', title: 'Second', published_at, audio_url: 'https://media.example.com/audio/back%2002.mp3' },
  { key: 'b3', title: 'Third', published_at },
  { key: 'b4', title: 'Same', published_at },
  { key: 'b5', title: 'same', published_at },
  { key: 'b6', title: 'Draft' },
  { key: 'b7', title: 'Later', published_at: '2099-01-01T00:00:00Z' },
];

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  const episodes = [
    { key: 'e1', title: 'One', guid: 'urn:1' },
    { key: 'e2', title: 'Two', guid: 'urn:2', downloads: [{ at: '2026-10-02T08:00:00Z', listener: 'l1' }] },
  ];
  seed = await stack.load({
    users: [
      {
        key: 'alice',
        name: 'Alice',
        available_seconds: 36_000,
        tokens: [
          { key: 'all', permissions: ['read', 'update', 'delete'] },
          { key: 'read', permissions: ['read'] },
        ],
      },
      { key: 'bob', name: 'Bob' },
      { key: 'carol', name: 'Carol', tokens: [{ key: 'carol', permissions: ['read', 'update'] }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech Weekly', owner: 'alice', ownership_confirmed: true, episodes },
      { key: 'back', title: 'Back catalogue', owner: 'carol', ownership_confirmed: true, episodes: backCatalogue },
      { key: 'done', title: 'Done', owner: 'carol', ownership_confirmed: true, episodes: [{ key: 'd1', title: 'Old', published_at }] },
      { key: 'bobs', title: 'Bob talks', owner: 'bob', ownership_confirmed: true },
    ],
  });
  api = await stack.start('api');
  await stack.start('worker');
  env = {
    PATH: process.env['PATH'] ?? '',
    PODCAST_API: api.baseUrl,
    PODCAST_TOKEN: seed.tokens['all'] ?? '',
    PODCAST_CONFIG: join(stack.dir, 'podcast.json'),
  };
});
afterAll(() => stack.destroy());

/** Runs the command as a shell would, in the folder of the stack. */
const podcast = (args: readonly string[], more: Record<string, string> = {}): Promise<Ended> => start(args, more).ended;

function start(
  args: readonly string[],
  more: Record<string, string>,
  node = process.execPath,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(node, [PODCAST, ...args], {
    cwd: stack.dir,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<Ended>((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
  return { child, ended };
}

/** The answer of a command that succeeds, with --json. */
async function json<T = { data: Record<string, unknown> }>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await podcast(['--json', ...args]);
  expect([args, status, stderr]).toEqual([args, 0, expect.any(String)]);
  return JSON.parse(stdout) as T;
}

const episode = (key: string) => seed.episodes[key] ?? '';
const tech = () => seed.podcasts['tech'] ?? '';
type List = { data: Record<string, unknown>[] };

describe('the command podcast', () => {
  it('the command podcast lists podcasts, and the episodes that lack something', async () => {
    expect((await podcast(['podcasts'])).stdout).toBe(`ID${' '.repeat(36)}TITLE\n${tech()}  Tech Weekly\n`);
    const { data } = await json<List>('episodes', tech(), '--missing', 'transcript,video');
    expect(data.map(({ guid }) => guid).sort()).toEqual(['urn:1', 'urn:2']);
  });

  it('the command podcast uploads and downloads a transcript and chapters', async () => {
    await writeFile(join(stack.dir, 'talk.vtt'), VTT);
    await writeFile(join(stack.dir, 'chapters.json'), JSON.stringify({ version: '1.2.0', chapters: [{ startTime: 0, title: 'Intro' }] }));
    const put = ['transcript', 'put', 'talk.vtt', '--episode', episode('e1')];
    expect((await podcast([...put, '--dry-run'])).stdout).toBe('talk.vtt: would be accepted, 1 subtitle\n');
    expect((await podcast(put)).stdout).toBe('talk.vtt: created, 1 subtitle\n');
    expect((await podcast(put)).stdout).toBe('talk.vtt: unchanged, 1 subtitle\n');
    await writeFile(join(stack.dir, 'other.vtt'), VTT.replace('.000 -->', '.100 -->'));
    const other = ['transcript', 'put', 'other.vtt', '--episode', episode('e1')];
    expect((await podcast(other)).status).toBe(1);
    const { version } = await json<{ version: string }>('transcript', 'get', '--episode', episode('e1'), '--output', 'there.json');
    expect((await podcast([...other, '--if-match', version])).stdout).toBe('other.vtt: replaced, 1 subtitle\n');
    expect((await podcast([...put, '--if-match', version])).status).toBe(1);
    expect((await podcast([...put, '--force'])).stdout).toBe('talk.vtt: replaced, 1 subtitle\n');
    expect((await podcast(['transcript', 'get', '--episode', episode('e1')])).stdout).toBe(VTT);
    expect((await podcast(['chapters', 'put', 'chapters.json', '--episode', episode('e1')])).stdout).toContain('created, 1 chapter');
    await podcast(['chapters', 'get', '--episode', episode('e1'), '--output', 'back.json']);
    await podcast(['chapters', 'get', '--episode', episode('e1'), '--output', 'back.txt']);
    const text = ['chapters', 'put', 'back.txt', '--episode', episode('e1'), '--force'];
    expect((await podcast(text)).stdout).toBe('back.txt: replaced, 1 chapter\n');
    expect(JSON.parse(await readFile(join(stack.dir, 'back.json'), 'utf8'))).toMatchObject({
      chapters: [{ startTime: 0, title: 'Intro' }],
    });
  });

  it('the command podcast moves transcript and chapters of an episode as it moves a file offline', async () => {
    const edits = ['--insert', '0+30', '--cut', '1:00-1:02'];
    const online = await podcast(['retime', '--episode', episode('e1'), ...edits]);
    expect(online.stdout).toBe('moved: 1 subtitle, 1 chapter\n');
    const offline = await podcast(['retime', 'talk.vtt', ...edits]);
    expect((await podcast(['transcript', 'get', '--episode', episode('e1')])).stdout).toBe(offline.stdout);
    await podcast(['retime', '--episode', episode('e1'), '--cut', '0-30']);
    expect((await podcast(['transcript', 'get', '--episode', episode('e1')])).stdout).toBe(VTT);
  });

  it('the command podcast tells the defects of an upload with the lines of the file, and exits with 1', async () => {
    await writeFile(join(stack.dir, 'bad.srt'), '1\n00:00:03,000 --> 00:00:02,500\nHello\n');
    const { status, stdout, stderr } = await podcast(['transcript', 'put', 'bad.srt', '--episode', episode('e1')]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^ {2}bad\.srt:2: .*\[reversed_times\]$/m);
    expect(stderr).not.toContain(env['PODCAST_TOKEN']);
  });

  it('the command podcast says what to do when the token lacks a permission', async () => {
    const { status, stderr } = await podcast(['transcript', 'put', 'talk.vtt', '--episode', episode('e1')], {
      PODCAST_TOKEN: seed.tokens['read'] ?? '',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('[permission_missing]')]);
  });

  it('the command podcast uploads a video for its episode, and links another', async () => {
    const bytes = anMp4({ seconds: 61 });
    await writeFile(join(stack.dir, 'talk.mp4'), bytes);
    const upload = ['video', 'upload', 'talk.mp4', '--podcast', tech(), '--guid', 'urn:1', '--wait'];
    const first = await podcast(['--json', ...upload]);
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('talk.mp4: 100 %')]);
    const { data: stock } = JSON.parse(first.stdout) as { data: { id: string; status: string; duration_seconds: number } };
    expect(['ready', 'matched']).toContain(stock.status);
    expect(stock.duration_seconds).toBe(61);
    const listed = async () => (await json<List>('video', 'list', '--podcast', tech())).data;
    for (const deadline = Date.now() + 60_000; (await listed())[0]?.['status'] !== 'matched';)
      if (Date.now() > deadline) throw new Error('the video found no episode');
    expect((await listed()).map(({ id, matched_episode_id }) => [id, matched_episode_id])).toEqual([[stock.id, episode('e1')]]);
    const refused = await podcast(['video', 'cancel', stock.id]);
    expect(refused.status).toBe(1);

    await writeFile(join(stack.dir, 'second.mp4'), anMp4({ seconds: 20 }));
    const second = await json('video', 'upload', 'second.mp4', '--podcast', tech(), '--wait', '--key', 'second');
    expect(second.data).toMatchObject({ status: 'ready', client_key: 'second' });
    expect((await json('video', 'link', String(second.data['id']), episode('e2'))).data).toMatchObject({ status: 'matched' });
  });

  it('the command podcast continues an upload that was not registered, rather than to send it again', async () => {
    await writeFile(join(stack.dir, 'third.mp4'), anMp4({ seconds: 30 }));
    const upload = (...more: string[]) => podcast(['--json', 'video', 'upload', 'third.mp4', '--podcast', tech(), ...more]);
    expect((await upload('--title', 'T'.repeat(5000))).status).toBe(1); // refused when the bytes are there
    expect(await readFile(env['PODCAST_CONFIG'] ?? '', 'utf8')).toContain('third.mp4');
    const { data } = JSON.parse((await upload()).stdout) as { data: { upload_id: string } };
    const sent = await stack.query<{ id: string }>(`SELECT id FROM uploads WHERE filename = 'third.mp4'`);
    expect(sent).toEqual([{ id: data.upload_id }]);
    expect(await readFile(env['PODCAST_CONFIG'] ?? '', 'utf8')).not.toContain('third.mp4');
  });

  it('the command podcast sends no byte for a podcast that is unknown or of somebody else', async () => {
    await writeFile(join(stack.dir, 'fourth.mp4'), anMp4({ seconds: 30 }));
    for (const id of ['nothing', seed.podcasts['bobs'] ?? '']) {
      const { status, stderr } = await podcast(['video', 'upload', 'fourth.mp4', '--podcast', id]);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/\[(?:not_found|not_owner)\]/)]);
    }
    expect(await stack.query(`SELECT FROM uploads WHERE filename = 'fourth.mp4'`)).toEqual([]);
  });

  it('the command podcast sends a file once: repeated, it gives the same video; with another request, a refusal', async () => {
    await writeFile(join(stack.dir, 'fifth.mp4'), anMp4({ seconds: 30 }));
    const upload = (...more: string[]) => podcast(['--json', 'video', 'upload', 'fifth.mp4', '--podcast', tech(), ...more]);
    const [first, again] = [await upload('--title', 'Five'), await upload('--title', 'Five')].map(
      ({ stdout }) => JSON.parse(stdout) as { data: { id: string } },
    );
    expect(again?.data.id).toBe(first?.data.id);
    expect(await upload('--title', 'Six')).toMatchObject({ status: 1, stderr: expect.stringContaining('[client_key_conflict]') });
    expect(await stack.query(`SELECT FROM uploads WHERE filename = 'fifth.mp4'`)).toHaveLength(1);
  });

  it.each(nodes())('the command podcast uploads a video in %s', async (name, node) => {
    const file = `${name.replace(' ', '-')}.mp4`;
    await writeFile(join(stack.dir, file), anMp4({ seconds: 5 }));
    const { status, stdout, stderr } = await start(['--json', 'video', 'upload', file, '--podcast', tech()], {}, node).ended;
    expect([status, stderr]).toEqual([0, expect.stringContaining(`${file}: 100 %`)]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { podcast_id: tech(), client_key: expect.stringContaining(file) } });
  });

  it('the command podcast resumes an upload that was killed in the middle', async () => {
    const bytes = 96 * 1024 * 1024;
    const file = await open(join(stack.dir, 'long.mp4'), 'w');
    await file.truncate(bytes);
    await file.close();
    const line = await MeteredLine.to(new URL(api.baseUrl).port);
    const args = ['video', 'upload', 'long.mp4', '--podcast', tech()];
    const more = { PODCAST_API: line.url };
    try {
      line.allow(80 * 1024 * 1024); // the first chunk of 64 MiB arrives, the second one breaks
      const killed = start(args, more);
      await line.exhausted;
      killed.child.kill('SIGKILL');
      await killed.ended;
      line.allow(Infinity);
      const { status, stdout } = await start(['--json', ...args], more).ended;
      expect([status, line.taken]).toEqual([0, expect.any(Number)]);
      expect(line.taken).toBeLessThan(bytes / 2);
      const { data } = JSON.parse(stdout) as { data: { upload_id: string } };
      const sent = await stack.query<{ id: string }>(`SELECT id FROM uploads WHERE filename = 'long.mp4'`);
      expect(sent).toEqual([{ id: data.upload_id }]);
    } finally {
      line.close();
    }
  });

  it('the command podcast shows downloads as a table, as CSV and as a chart', async () => {
    const of = async (...flags: string[]) =>
      (await podcast(['downloads', tech(), '--from', '2026-10-01', '--to', '2026-10-03', ...flags])).stdout;
    expect(await of()).toMatch(/^2026-10-02 +1 +1 +Two$/m);
    expect(await of('--csv')).toContain(`2026-10-02,${episode('e2')},Two,1,1,true\r\n`);
    expect(await of('--chart')).toMatch(/^2026-10-02 {2}1 {2}█+\n$/);
  });

  it('the command podcast shows the webhook, and refuses a feed that is not there', async () => {
    expect((await podcast(['webhook', 'show'])).stdout).toBe('No destination is registered.\n');
    expect((await podcast(['webhook', 'deliveries'])).stdout).toBe('No deliveries.\n');
    expect(await podcast(['webhook', 'set', 'http://hooks.example.com'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('[https_required]'),
    });
    expect(await podcast(['feed', 'refetch', tech(), '--wait'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('[no_external_feed]'),
    });
  });
});

describe('podcast token (contract 14.4)', () => {
  it('podcast token makes a token whose secret is shown once, rotates and revokes it', async () => {
    const made = await json<{ data: { id: string; token: string } }>('token', 'create', '--label', 'ci', '--permission', 'read');
    expect((await podcast(['whoami'], { PODCAST_TOKEN: made.data.token })).stdout).toContain('ci at ');
    const listed = await podcast(['token', 'list']);
    expect(listed.stdout).toContain(made.data.id);
    expect(listed.stdout + listed.stderr).not.toContain(made.data.token);
    const rotated = await json<{ data: { token: string } }>('token', 'rotate', made.data.id);
    expect((await podcast(['whoami'], { PODCAST_TOKEN: made.data.token })).status).toBe(1);
    expect((await podcast(['whoami'], { PODCAST_TOKEN: rotated.data.token })).status).toBe(0);
    expect((await podcast(['token', 'revoke', made.data.id])).status).toBe(0);
    expect((await podcast(['whoami'], { PODCAST_TOKEN: rotated.data.token })).status).toBe(1);
  });
});

describe('podcast events --follow (contract 14.4)', () => {
  /** Follows events of transcripts until one has come. @returns the lines, parsed */
  async function follow(): Promise<{ readonly type: string; readonly data: { readonly version: number } }[]> {
    const stopped = await position();
    const { child, ended } = start(['events', '--follow', '--type', 'transcript.stored'], {});
    let stdout = '';
    child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
    await until(async () => stdout.endsWith('\n') && (await position()) !== stopped);
    await sleep(500); // a further event would have come
    child.kill('SIGTERM');
    await ended;
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
  /** The positions in the list of events that the command has written to its file. */
  const position = async () => {
    const config = await readFile(env['PODCAST_CONFIG'] ?? '', 'utf8').catch(() => '{}');
    return JSON.stringify((JSON.parse(config) as { positions?: object }).positions);
  };
  const put = () => podcast(['transcript', 'put', 'follow.vtt', '--episode', episode('e2'), '--force']);

  it('podcast events --follow prints one JSON line an event, and goes on where it stopped', async () => {
    await writeFile(join(stack.dir, 'follow.vtt'), VTT);
    await put();
    const first = await follow();
    expect(first.at(-1)).toMatchObject({ type: 'transcript.stored', data: { episode_id: episode('e2'), version: 1 } });
    await put();
    expect((await follow()).map(({ data }) => data.version)).toEqual([2]);
  });
});

describe('many files (contract 14.4)', () => {
  const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\n';
  const FILES = {
    'urn_back_1.srt': SRT,
    'more/Back 02.vtt': VTT,
    'third.srt': SRT,
    'Same.srt': SRT,
    'nobody.srt': SRT,
    'bad.srt': 'no times\n',
  };
  const back = () => seed.podcasts['back'] ?? '';
  const carol = (...args: string[]) => podcast(args, { PODCAST_TOKEN: seed.tokens['carol'] ?? '' });
  const backfill = (...flags: string[]) => carol('--json', 'backfill', 'back', '--podcast', back(), ...flags);
  const actions = ({ stdout }: Ended) =>
    (JSON.parse(stdout) as { data: { file: string; action: string; done: boolean }[] }).data.map(({ file, action, done }) => [
      file,
      action,
      done,
    ]);
  /** Requests that change something, as the api has logged them. */
  const writes = () => api.output().split('"method":"PUT"').length - 1;
  beforeAll(async () => {
    await mkdir(join(stack.dir, 'back/more'), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(stack.dir, 'back', name), text);
  });

  it('podcast backfill --plan names what would be done, and sends nothing', async () => {
    const before = writes();
    const planned = await backfill('--plan');
    expect([planned.status, actions(planned)]).toEqual([
      1,
      [
        ['back/Same.srt', 'ambiguous', false],
        ['back/bad.srt', 'defective', false],
        ['back/more/Back 02.vtt', 'upload', false],
        ['back/nobody.srt', 'unmatched', false],
        ['back/third.srt', 'upload', false],
        ['back/urn_back_1.srt', 'upload', false],
      ],
    ]);
    expect(writes()).toBe(before);
  });

  it('podcast backfill uploads what it can match by guid, audio file or title, and exits with 1 for the rest', async () => {
    const done = await backfill();
    expect([done.status, actions(done).filter(([, , isDone]) => isDone)]).toEqual([
      1,
      [
        ['back/more/Back 02.vtt', 'upload', true],
        ['back/third.srt', 'upload', true],
        ['back/urn_back_1.srt', 'upload', true],
      ],
    ]);
    const { stdout } = await carol('--json', 'episodes', back(), '--missing', 'transcript');
    expect((JSON.parse(stdout) as List).data.map(({ title }) => title).sort()).toEqual(['Draft', 'Later', 'Same', 'same']);
  });

  it('a repeated backfill sends nothing, and a changed file replaces its transcript', async () => {
    const before = writes();
    expect(actions(await backfill()).filter(([, action]) => action === 'unchanged')).toHaveLength(3);
    expect(writes()).toBe(before);
    await writeFile(join(stack.dir, 'back/third.srt'), SRT.replace('Hello', 'Goodbye'));
    expect(actions(await backfill()).filter(([, , isDone]) => isDone)).toContainEqual(['back/third.srt', 'replace', true]);
    const stored = await carol('transcript', 'get', '--podcast', back(), '--title', 'Third', '--format', 'srt');
    expect(stored.stdout).toContain('Goodbye');
  });

  it('podcast transcript put --match takes one kind of name alone', async () => {
    const put = ['--json', 'transcript', 'put', 'back/*.srt', '--podcast', back(), '--match', 'guid', '--plan'];
    expect(actions(await carol(...put)).map(([file, action]) => [file, action])).toEqual([
      ['back/Same.srt', 'unmatched'],
      ['back/bad.srt', 'defective'],
      ['back/nobody.srt', 'unmatched'],
      ['back/third.srt', 'unmatched'],
      ['back/urn_back_1.srt', 'unchanged'],
    ]);
  });

  it('an episode is named by its guid or its exact title, and one of several of a name is not guessed', async () => {
    const from = (...named: string[]) => carol('transcript', 'get', '--podcast', back(), ...named);
    expect((await from('--guid', 'urn:back/1')).stdout).toContain('Hello');
    expect(await from('--title', 'Nothing')).toMatchObject({ status: 1, stderr: expect.stringContaining('No episode') });
    expect(await from('--title', 'Same', '--guid', 'x')).toMatchObject({ status: 2 });
  });

  it('podcast release check exits with 1 when an unpublished or due episode lacks something, and names it', async () => {
    const check = (key: string, ...flags: string[]) => carol('release', 'check', '--podcast', seed.podcasts[key] ?? '', ...flags);
    const needed = ['--require', 'chapters'];
    expect(await check('back', ...needed)).toMatchObject({ status: 1, stderr: expect.stringMatching(/Draft.*Later/) });
    const soon = await check('back', '--within', '7d', ...needed);
    expect([soon.status, soon.stderr]).toEqual([1, expect.stringContaining('Lacking: Draft (chapters).')]);
    expect(await check('done')).toMatchObject({ status: 0, stdout: 'No episode lacks anything.\n' });
  });
});

describe('podcast mcp (contract 14.5)', () => {
  const REFUSED = '1\n00:00:03,000 --> 00:00:02,500\nHello\n';
  let agent: Client;
  let allowed: string;
  beforeAll(async () => {
    allowed = join(stack.dir, 'allowed');
    await mkdir(allowed);
    agent = await connect(['--allow', allowed]);
  });
  afterAll(() => agent.close());

  async function connect(flags: readonly string[] = [], token = 'all'): Promise<Client> {
    const connected = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const named = { ...env, PODCAST_TOKEN: seed.tokens[token] ?? '' };
    await connected.connect(new StdioClientTransport({ command: process.execPath, args: [PODCAST, 'mcp', ...flags], env: named }));
    return connected;
  }

  const call = (name: string, args: Record<string, unknown> = {}) => agent.callTool({ name, arguments: args });
  const names = async (one: Client) => (await one.listTools()).tools.map(({ name }) => name);

  it('podcast mcp has the tools of the API that it is for, and files by path only with --allow', async () => {
    const without = await connect();
    expect(await names(without)).toEqual((await names(agent)).filter((name) => name !== 'postUploads'));
    const { tools } = await without.listTools();
    expect(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).not.toContain('file');
    await without.close();
  });

  it('podcast mcp shows a token the tools that its permissions allow', async () => {
    const reader = await connect(['--allow', allowed], 'read');
    const { tools } = await reader.listTools();
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    await reader.close();
  });

  it('podcast mcp answers as the API does', async () => {
    expect((await call('getPodcasts')).structuredContent).toMatchObject({ data: [{ id: tech(), title: 'Tech Weekly' }] });
    const { structuredContent } = await call('getPodcastEpisodes', { podcast: tech(), guid: 'urn:2' });
    expect(structuredContent).toMatchObject({ data: [{ id: episode('e2') }], meta: { has_more: false } });
    const refused = await call('putEpisodeTranscript', { episode: episode('e2'), format: 'srt', content: REFUSED });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'reversed_times', line: 2 }] } });
  });

  it('podcast mcp uploads a video and a transcript below the allowed folder', async () => {
    await writeFile(join(allowed, 'agent.mp4'), anMp4({ seconds: 10 }));
    await writeFile(join(allowed, 'talk.vtt'), VTT);
    type Created = { data: { id: string } };
    const { data: uploaded } = (await call('postUploads', { file: 'agent.mp4' })).structuredContent as Created;
    const stock = { podcast_id: tech(), client_key: 'agent', upload_id: uploaded.id };
    expect((await call('postVideoStocks', stock)).structuredContent).toMatchObject({ data: { upload_id: uploaded.id } });
    const put = await call('putEpisodeTranscript', { episode: episode('e2'), format: 'vtt', file: join(allowed, 'talk.vtt') });
    expect(put.structuredContent).toMatchObject({ data: { segment_count: 1 } });
  });

  it.each([
    ['a file beside the folder', '../secret.mp4', 'not below'],
    ['a link that leads out of it', 'link.mp4', 'not below'],
    ['a file that is no video', 'key.mp4', 'does not begin like a video'],
    ['a file that is not there', 'none.mp4', 'no such file'],
    ['the folder', '.', 'not below'],
    ['a pipe', 'pipe.mp4', 'does not begin like a video'],
  ])('podcast mcp does not send %s', async (_, file, reason) => {
    await writeFile(join(stack.dir, 'secret.mp4'), anMp4({ seconds: 1 }));
    await writeFile(join(allowed, 'key.mp4'), '-----BEGIN PRIVATE KEY-----');
    await symlink(join(stack.dir, 'secret.mp4'), join(allowed, 'link.mp4')).catch(() => undefined);
    spawnSync('mkfifo', [join(allowed, 'pipe.mp4')]);
    expect(await call('postUploads', { file })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(reason) }] });
    const transcript = await call('putEpisodeTranscript', { episode: episode('e2'), format: 'vtt', file: 'key.mp4' });
    expect(JSON.stringify(transcript)).toContain('does not begin like a transcript');
  });
});
