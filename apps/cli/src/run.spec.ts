import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { chartOf } from './commands/downloads.js';
import { withPosition } from './commands/events.js';
import { exitStatusOf, explain } from './explain.js';
import { programOf } from './program/program.js';
import { run } from './run.js';
import { processTerminal, type Terminal } from './terminal.js';

const GOOD = '1\n00:00:01,000 --> 00:00:02,500\nHello\n';
const BAD = '1\n00:00:03,000 --> 00:00:02,500\nHello, 100 %\n';
const TOKEN = 'pat_6U5rSZQmDAcYmN4xqZ3hXo2t0KcPzvWn1yJ8sLfE7bg';

let dir: string;
let server: Server | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-cli-'));
});
afterEach(async () => {
  server?.close();
  await rm(dir, { recursive: true, force: true });
});

type Ran = { readonly status: number; readonly out: string; readonly err: string };

/** Runs the command in a terminal of its own. */
async function podcast(
  args: readonly string[],
  { stdin = '', ...more }: { stdin?: string } & Partial<Omit<Terminal, 'stdin'>> = {},
): Promise<Ran> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    env: { PODCAST_CONFIG: join(dir, 'config.json') },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: 80,
    isInteractive: false,
    isColored: false,
    isTyped: false,
    ...more,
    stdin: (async function* () {
      yield Promise.resolve(stdin);
    })(),
  };
  const status = await run(args, terminal);
  return { status, out, err };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, content);
  return path;
}

/** An API that answers every request with this. */
async function api(status: number, body: object, headers: Record<string, string> = {}): Promise<string> {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('podcast events --follow keeps the positions of the last 100 tokens and filters', () => {
  let positions = {};
  for (let at = 0; at < 150; at += 1) positions = { ...withPosition(withPosition(positions, `key ${at}`, `${at}`), 'mine', `${at}`) };
  expect(Object.keys(positions)).toEqual([...Array.from({ length: 99 }, (_, at) => `key ${at + 51}`), 'mine']);
  expect(positions).toMatchObject({ mine: '149' });
});

it('podcast events --follow goes on where this token has stopped, not where the token of another user has', async () => {
  const asked: string[] = [];
  server = createServer(({ url = '', headers: { authorization } }, response) => {
    const [user, { pathname, searchParams }] = [authorization === `Bearer ${TOKEN}` ? 'alice' : 'bob', new URL(url, 'http://localhost')];
    response.setHeader('Content-Type', 'application/json');
    if (pathname.endsWith('/token')) return response.end(JSON.stringify({ data: { id: user } }));
    asked.push(`${user} after ${searchParams.get('after')}`);
    const page = { data: [], meta: { has_more: false, next_cursor: `cursor of ${user}` } };
    // The second request of a command ends it.
    if (asked.at(-2)?.startsWith(user) && searchParams.has('after')) return response.writeHead(403).end(JSON.stringify({ message: 'No.' }));
    return response.end(JSON.stringify(page));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const PODCAST_API = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const PODCAST_TOKEN of [TOKEN, 'pat_bob'])
    await podcast(['events', '--follow'], { env: { PODCAST_API, PODCAST_TOKEN, PODCAST_CONFIG: join(dir, 'config.json') } });
  expect(asked).toEqual(['alice after null', 'alice after cursor of alice', 'bob after null', 'bob after cursor of bob']);
});

type Uploads = Readonly<Record<string, string>>;

it('podcast video upload keeps no position of an upload that it has registered', async () => {
  const stock = { id: 's', status: 'processing', revision: 1 };
  const keeping: (Uploads | undefined)[] = [];
  const kept = async () => (JSON.parse(await readFile(join(dir, 'config.json'), 'utf8')) as { uploads?: Uploads }).uploads;
  const answers = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/api/v1/uploads')
      return response.writeHead(201, { 'Tus-Resumable': '1.0.0', Location: '/api/v1/uploads/u' }).end();
    if (request.method === 'PATCH') return response.writeHead(204, { 'Tus-Resumable': '1.0.0', 'Upload-Offset': body.length }).end();
    const isRegistered = (JSON.parse(body) as { upload_id: string }).upload_id === 'u';
    if (isRegistered) keeping.push(await kept());
    const error = { field: 'upload_id', code: 'upload_not_found', message: 'No.' };
    return response
      .writeHead(isRegistered ? 201 : 422)
      .end(JSON.stringify(isRegistered ? { data: stock } : { message: 'No.', errors: [error] }));
  };
  server = createServer((request, response) => void answers(request, response));
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const PODCAST_API = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { PODCAST_API, PODCAST_TOKEN: TOKEN, PODCAST_CONFIG: join(dir, 'config.json') };
  const { status } = await podcast(['video', 'upload', await file('talk.mp4', 'video'), '--podcast', 'p'], { env });
  keeping.push(await kept());
  expect([status, keeping.map((uploads) => Object.values(uploads ?? {}))]).toEqual([0, [['u'], []]]);
});

describe('podcast retime', () => {
  const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ann>one\n\n00:01:35.000 --> 00:01:36.500\ntwo\n\n';

  it('podcast retime moves a transcript without the API, by edits in their order', async () => {
    const talk = await file('talk.vtt', VTT);
    const { status, out, err } = await podcast(['retime', talk, '--insert', '0+30', '--cut', '1:00-1:30', '--insert', '95+0.5']);
    expect([status, out]).toEqual([0, VTT.replace('01.000', '31.000').replace('04.000', '34.000').replaceAll('01:35', '01:35').replace('35.000', '35.500').replace('36.500', '37.000')]); // prettier-ignore
    expect(err).toBe(`${talk}: 2 subtitles\n`);
    expect(await podcast(['retime', talk, '--cut', '0-4', '--in-place'])).toEqual({
      status: 0,
      out: '',
      err: `${talk}: 1 subtitle (1 removed)\n`,
    });
    expect(await readFile(talk, 'utf8')).toBe('WEBVTT\n\n00:01:31.000 --> 00:01:32.500\ntwo\n\n');
  });

  it('podcast retime moves chapters, and keeps what else their document has', async () => {
    const chapters = [{ startTime: 0, title: 'A' }, { startTime: 10, endTime: 20, title: 'B', x: 1 }]; // prettier-ignore
    const [document, edits] = [
      await file('chapters.json', JSON.stringify({ version: '1.2.0', author: 'Ann', chapters })),
      await file('edits.json', JSON.stringify({ edits: [{ at: 5, insert: 2.5 }] })),
    ];
    const { status, out } = await podcast(['--json', 'retime', document, '--edits', edits]);
    const answer = JSON.parse(out) as { content: string };
    expect([status, answer]).toEqual([0, { file: document, chapter_count: 2, chapters_removed: 0, content: expect.any(String) }]);
    expect(JSON.parse(answer.content)).toEqual({
      version: '1.2.0',
      author: 'Ann',
      chapters: [chapters[0], { startTime: 12.5, endTime: 22.5, title: 'B', x: 1 }],
    });
  });

  it.each([
    ['no edit', []],
    ['edits in the wrong order', ['--insert', '5+1', '--insert', '4+1']],
    ['what is no time', ['--cut', 'five-6']],
    ['one time alone', ['--cut', '6']],
    ['an episode as well', ['--cut', '1-2', '--episode', 'x']],
  ])('podcast retime refuses %s as wrong usage', async (_, args) => {
    expect((await podcast(['retime', await file('talk.vtt', VTT), ...args])).status).toBe(2);
  });

  it('podcast retime refuses a file with defects, and one of which nothing is left', async () => {
    const bad = await podcast(['retime', await file('bad.srt', BAD), '--cut', '1-2']);
    expect([bad.status, bad.err.split('\n')[0]]).toEqual([1, expect.stringContaining('[reversed_times]')]);
    const empty = await podcast(['retime', await file('talk.vtt', VTT), '--cut', '0-100']);
    expect([empty.status, empty.out]).toEqual([1, '']);
  });

  it('podcast retime moves transcript and chapters of an episode by the API', async () => {
    const data = { episode_id: 'e', segment_count: 410, segments_removed: 2, chapter_count: 1, chapters_removed: 0 };
    const env = { PODCAST_API: await api(200, { data }), PODCAST_TOKEN: TOKEN };
    const { status, out } = await podcast(['retime', '--episode', 'e', '--cut', '94.5-120'], { env });
    expect([status, out]).toEqual([0, 'moved: 410 subtitles (2 removed), 1 chapter\n']);
  });
});

describe('podcast transcript check', () => {
  it('podcast transcript check says nothing bad of a good file and exits with 0', async () => {
    expect(await podcast(['transcript', 'check', await file('good.srt', GOOD)])).toEqual({
      status: 0,
      out: 'ok: 1 file without defects\n',
      err: '',
    });
  });

  it('podcast transcript check tells each defect like a compiler and exits with 1', async () => {
    const [good, bad] = [await file('good.srt', GOOD), await file('bad.srt', BAD)];
    const { status, out } = await podcast(['transcript', 'check', good, bad]);
    expect([status, out.split('\n')[0]]).toEqual([1, `${bad}:2: error: The end 2.5 s is before the start 3 s [reversed_times]`]);
    expect(out).toContain('1 defect in 1 file');
  });

  it('podcast transcript check annotates lines with --format github', async () => {
    const bad = await file('50%,a.srt', BAD);
    const { status, out } = await podcast(['transcript', 'check', bad, '--format', 'github']);
    const escaped = bad.replaceAll('%', '%25').replaceAll(',', '%2C');
    expect([status, out]).toEqual([1, `::error file=${escaped},line=2,title=reversed_times::The end 2.5 s is before the start 3 s\n`]);
  });

  it('podcast transcript check annotates lines in a GitHub workflow without being told, and prints text there when told', async () => {
    const bad = await file('bad.srt', BAD);
    const env = { PODCAST_CONFIG: join(dir, 'config.json'), GITHUB_ACTIONS: 'true' };
    expect((await podcast(['transcript', 'check', bad], { env })).out).toMatch(/^::error file=/);
    expect((await podcast(['transcript', 'check', bad, '--format', 'text'], { env })).out).toContain(`${bad}:2: error: `);
  });

  it.each([['--format', 'json'], ['--json']])('podcast transcript check answers with JSON (%s)', async (...flags) => {
    const flag = flags.filter((one) => typeof one === 'string');
    const { status, out } = await podcast(['transcript', 'check', '-', ...flag], { stdin: BAD });
    expect([status, JSON.parse(out)]).toEqual([
      1,
      { files: [{ file: '-', ok: false, defect_count: 1, defects: [expect.objectContaining({ code: 'reversed_times', line: 2 })] }] },
    ]);
  });

  it('podcast transcript check colours what people read, and nothing else', async () => {
    const bad = await file('bad.srt', BAD);
    expect((await podcast(['transcript', 'check', bad], { isColored: true })).out).toContain('\u001b[');
  });
});

describe('podcast transcript fix', () => {
  it('podcast transcript fix writes a file that passes to stdout, and what it changed to stderr', async () => {
    const bad = await file('bad.srt', BAD);
    const { status, out, err } = await podcast(['transcript', 'fix', bad]);
    expect([status, out]).toEqual([0, BAD.replace(/(\S+) --> (\S+)/, '$2 --> $1')]);
    expect(err).toContain(`${bad}:2: `);
    expect(err).toContain('1 change\n');
    expect((await podcast(['transcript', 'check', '-'], { stdin: out })).status).toBe(0);
  });

  it('podcast transcript fix decodes Latin-1 and writes over the file with --in-place', async () => {
    const path = await file('latin.srt', Buffer.from(GOOD.replace('Hello', 'Olá'), 'latin1'));
    expect(await podcast(['transcript', 'check', path])).toMatchObject({ status: 1, out: expect.stringContaining('is not UTF-8') });
    expect((await podcast(['transcript', 'fix', path, '--in-place'])).status).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(GOOD.replace('Hello', 'Olá'));
  });

  it('podcast transcript fix writes nothing when the file cannot be repaired', async () => {
    const path = await file('hopeless.srt', 'no times at all\n');
    const { status, out, err } = await podcast(['transcript', 'fix', path, '--in-place']);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('cannot be repaired');
    expect(await readFile(path, 'utf8')).toBe('no times at all\n');
  });
});

describe('exit status 2', () => {
  it.each([
    [['nothing']],
    [['nothing', '--help']],
    [['help', 'nothing']],
    [['webhook', 'listen', '--help']],
    [['transcript', 'check']],
    [['transcript', 'put', 'x.srt', 'y.srt', '--episode', 'x']],
    [['transcript', 'put', 'x.srt', '--match', 'guid']],
    [['transcript', 'fix', 'x.srt', 'y.srt']],
    [['release', 'check', '--podcast', 'x', '--within', 'soon']],
    [['transcript', 'put', 'x.srt']],
    [['episodes', 'x', '--missing', 'audio']],
    [['downloads', 'x', '--from', '2026-01-01', '--to', '2026-01-02', '--csv', '--chart']],
    [['podcasts']],
    [['events', '--podcast', 'x', '--podcast', 'y']],
    [['downloads', 'x', '--from', '2026-01-01', '--from', '2026-01-02', '--to', '2026-01-02']],
    [['publication', 'set', 'x', '--public', '--no-public']],
  ])('exit status 2 of %j says on stderr what is wrong', async (args) => {
    const { status, out, err } = await podcast(args);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: /);
  });

  it.each([
    [['nothing'], 'podcast'],
    [['transcript', 'chek', 'x.srt'], 'podcast transcript'],
    [['video', 'upload', 'x.mp4'], 'podcast video upload'],
  ])('exit status 2 of %j names the help of that command: %s --help', async (args, command) => {
    expect((await podcast(args)).err).toContain(`(${command} --help shows how it is called)`);
  });

  it('exit status 2 of a file that is needed says the reason in words', async () => {
    const env = { PODCAST_TOKEN: TOKEN };
    expect(await podcast(['transcript', 'put', '/nowhere/x.srt', '--episode', 'x'], { env })).toMatchObject({
      status: 1, // a finding
      err: 'error: /nowhere/x.srt cannot be read: no such file or folder.\n',
    });
    expect((await podcast(['chapters', 'put', dir, '--episode', 'x'], { env })).err).toBe(
      `error: ${dir} cannot be read: it is a folder.\n`,
    );
  });
});

describe('files, folders and patterns (contract 14.4)', () => {
  it('every file is judged, and one that cannot be read is a finding like any other', async () => {
    const [good, latin] = [await file('good.srt', GOOD), await file('latin.srt', Buffer.from(GOOD.replace('Hello', 'Olá'), 'latin1'))];
    const { status, out } = await podcast(['transcript', 'check', '/nowhere/x.srt', latin, good, '--format', 'json']);
    const files = (JSON.parse(out) as { files: { file: string; ok: boolean; defects: { code: string }[] }[] }).files;
    expect([status, files.map(({ file: path, ok, defects: [first] }) => [path, ok, first?.code])]).toEqual([
      1,
      [
        ['/nowhere/x.srt', false, 'unreadable'],
        [latin, false, 'not_utf8'],
        [good, true, undefined],
      ],
    ]);
    for (const [path, code] of [
      ['/nowhere/x.srt', 'unreadable'],
      [latin, 'not_utf8'],
    ] as const) {
      // prettier-ignore
      const put = await podcast(['--json', 'transcript', 'put', path, '--episode', 'x'], { env: { PODCAST_TOKEN: TOKEN } });
      expect([put.status, JSON.parse(put.out)]).toMatchObject([1, { errors: [{ code }] }]);
    }
  });

  it('transcript check does not offer to repair a file that cannot be read', async () => {
    const { out } = await podcast(['transcript', 'check', '/nowhere/x.srt']);
    expect(out).toMatch(/^1 defect in 1 file$/m);
  });

  it('a file that cannot be read is annotated in a GitHub workflow', async () => {
    const { status, out } = await podcast(['transcript', 'check', '/nowhere/x.srt', '--format', 'github']);
    expect([status, out]).toEqual([
      1,
      '::error file=/nowhere/x.srt,line=1,title=unreadable::/nowhere/x.srt cannot be read: no such file or folder.\n',
    ]);
  });

  it('a folder stands for the transcripts below it, a pattern for what it matches, each file once', async () => {
    await mkdir(join(dir, 'season 2'));
    await Promise.all([file('a.srt', GOOD), file('notes.txt', 'x'), file('season 2/b.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n')]);
    const { out } = await podcast(['--json', 'transcript', 'check', dir, join(dir, '*.srt')]);
    const files = (JSON.parse(out) as { files: { file: string }[] }).files;
    expect(files.map(({ file: path }) => path)).toEqual([join(dir, 'a.srt'), join(dir, 'season 2/b.vtt')]);
  });

  it('podcast transcript put takes a pattern or folder that stands for one file', async () => {
    const content = await file('talk.srt', GOOD);
    for (const named of [join(dir, '*.srt'), dir]) {
      const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: await api(201, { data: { episode_id: 'x', segment_count: 1 } }) };
      const { status, out } = await podcast(['transcript', 'put', named, '--episode', 'x'], { env });
      expect([status, out]).toEqual([0, `${content}: created, 1 subtitle\n`]);
      server?.close();
    }
    await file('other.srt', GOOD);
    expect((await podcast(['transcript', 'put', dir, '--episode', 'x'])).status).toBe(2);
  });

  it('links in a folder and to one are followed, and each file is there once, also in a loop', async () => {
    await mkdir(join(dir, 'episodes/season'), { recursive: true });
    await Promise.all([file('episodes/season/a.srt', GOOD), file('elsewhere.srt', GOOD)]);
    await symlink('..', join(dir, 'episodes/season/above'));
    await symlink('../elsewhere.srt', join(dir, 'episodes/b.srt'));
    await symlink('episodes', join(dir, 'link'));
    const { out } = await podcast(['--json', 'transcript', 'check', join(dir, 'link')]);
    const { files } = JSON.parse(out) as { files: { file: string }[] };
    expect(files.map(({ file: path }) => path)).toEqual([join(dir, 'link/b.srt'), join(dir, 'link/season/a.srt')]);
  });

  it('a folder without transcripts is refused', async () => {
    expect(await podcast(['transcript', 'check', dir])).toMatchObject({
      status: 2,
      err: expect.stringContaining('There is no .srt or .vtt'),
    });
  });

  it('podcast transcript fix --in-place repairs what it can, and names the others', async () => {
    const [bad, hopeless] = [await file('bad.srt', BAD), await file('hopeless.srt', 'no times at all\n')];
    const { status, err } = await podcast(['transcript', 'fix', dir, '--in-place']);
    expect([status, err]).toEqual([1, expect.stringContaining(`${hopeless} cannot be repaired`)]);
    expect((await podcast(['transcript', 'check', bad])).status).toBe(0);
  });
});

/** An API in which the episode has this. @returns its address, and the writes that it got */
async function apiWith(etag: string, text: string): Promise<{ url: string; writes: { headers: object; body: string }[] }> {
  const writes: { headers: object; body: string }[] = [];
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { 'if-match': match, 'if-none-match': none, 'content-type': type } = request.headers;
      if (request.method === 'GET') return response.writeHead(200, { ETag: etag, 'Content-Type': 'text/plain' }).end(text);
      writes.push({ headers: { match, none, type }, body });
      response.setHeader('Content-Type', 'application/json');
      const error = { field: null, code: 'precondition_failed', message: 'Another.', current_etag: etag };
      if (none || (match && match !== etag)) return response.writeHead(412).end(JSON.stringify({ message: 'Another.', errors: [error] }));
      return response.writeHead(200).end(JSON.stringify({ data: { episode_id: 'e', segment_count: 1, chapter_count: 1 } }));
    });
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, writes };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe.each(['transcript', 'chapters'])('podcast %s put', (what) => {
  const named = ['--episode', 'e'];
  const put = async (...options: string[]) => [what, 'put', await file('talk.srt', GOOD), ...named, '--format', what === 'chapters' ? 'text' : 'srt', ...options]; // prettier-ignore

  it('podcast put does not replace a version that the caller has not read (contract 2.5)', async () => {
    const { url, writes } = await apiWith('"7.srt"', GOOD.replace('Hello', 'Other'));
    const { status, err } = await podcast(await put(), { env: { PODCAST_API: url, PODCAST_TOKEN: TOKEN } });
    expect([status, err]).toEqual([1, expect.stringContaining('[precondition_failed]\nget --output shows')]);
    expect(writes).toMatchObject([{ headers: { none: '*' } }]);
  });

  it.each([
    ['the version that get names', ['--if-match', '7.srt'], { match: '"7.srt"' }],
    ['whatever is there with --force', ['--force'], {}],
  ])('podcast put replaces %s', async (_, options, headers) => {
    const { url, writes } = await apiWith('"7.srt"', GOOD);
    const env = { PODCAST_API: url, PODCAST_TOKEN: TOKEN };
    const output = join(dir, 'there.srt');
    expect((await podcast([what, 'get', ...named, '--format', what === 'chapters' ? 'text' : 'srt', '-o', output], { env })).err).toBe(`${output}: version 7.srt\n`); // prettier-ignore
    const { status, out } = await podcast(await put(...options), { env });
    expect([status, out]).toEqual([0, expect.stringContaining('replaced, 1 ')]);
    expect(writes.map((write) => write.headers)).toEqual([{ match: undefined, none: undefined, ...headers, type: what === 'chapters' ? 'text/plain' : 'application/json' }]); // prettier-ignore
  });

  it('podcast put names the version that a proxy made weak by compression', async () => {
    const { url } = await apiWith('W/"7.srt"', GOOD);
    const output = join(dir, 'there.txt');
    const { err } = await podcast([what, 'get', ...named, '-o', output, '--format', what === 'chapters' ? 'text' : 'srt'], { env: { PODCAST_API: url, PODCAST_TOKEN: TOKEN } }); // prettier-ignore
    expect(err).toBe(`${output}: version 7.srt\n`);
  });

  it('podcast put refuses --if-match with --force as wrong usage', async () => {
    expect((await podcast(await put('--force', '--if-match', '7'))).status).toBe(2);
  });
});

it('podcast backfill uploads the other files when an episode has got a transcript meanwhile, and says so of its file', async () => {
  const episodes = ['one', 'two'].map((guid) => ({ id: guid, guid, title: guid, audio_url: null, transcript: null }));
  const puts: string[] = [];
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return response.end(JSON.stringify({ data: episodes, meta: { has_more: false, next_cursor: null } }));
    puts.push(request.url ?? '');
    const error = { field: null, code: 'precondition_failed', message: 'Another.', current_etag: '"7.srt"' };
    if (request.url?.includes('/one/')) return response.writeHead(412).end(JSON.stringify({ message: 'Another.', errors: [error] }));
    return response.writeHead(201).end(JSON.stringify({ data: { episode_id: 'two', segment_count: 1 } }));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const env = { PODCAST_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, PODCAST_TOKEN: TOKEN };
  await Promise.all([file('one.srt', GOOD), file('two.srt', GOOD)]);
  const { status, out } = await podcast(['--json', 'backfill', dir, '--podcast', 'p'], { env });
  const { data } = JSON.parse(out) as { data: { done: boolean; error?: string }[] };
  expect(puts).toEqual(['one', 'two'].map((id) => `/api/v1/episodes/${id}/transcript`));
  expect([status, data]).toEqual([
    1,
    [
      expect.objectContaining({ action: 'upload', done: false, error: expect.stringContaining('[precondition_failed]') }),
      expect.objectContaining({ action: 'upload', done: true }),
    ],
  ]);
});

it('podcast transcript put says that the episode has this transcript already', async () => {
  const { url } = await apiWith('"7.srt"', GOOD);
  const talk = await file('talk.srt', GOOD);
  const { status, out } = await podcast(['transcript', 'put', talk, '--episode', 'e'], { env: { PODCAST_API: url, PODCAST_TOKEN: TOKEN } });
  expect([status, out]).toEqual([0, `${talk}: unchanged, 1 subtitle\n`]);
});

describe('podcast chapters', () => {
  it.each([
    ['lines', '0:00 Intro\n[01:34.500] - The sluice\n'],
    [
      'pairs of lines, as mp4chaps writes them',
      'CHAPTER01=00:00:00.000\nCHAPTER01NAME=Intro\nCHAPTER02=00:01:34.500\nCHAPTER02NAME=The sluice\n',
    ],
    ['JSON', '{"chapters":[{"title":"Intro","startTime":0},{"title":"The sluice","startTime":94.5,"url":""}]}'],
  ])('podcast chapters put says that the episode has these chapters already: %s', async (_, text) => {
    const stored = (title: string) => JSON.stringify({ data: { chapters: [{ startTime: 0, title }, { startTime: 94.5, title: 'The sluice' }] } }); // prettier-ignore
    const chapters = await file('chapters', text);
    const put = async (url: string) => podcast(['chapters', 'put', chapters, '--episode', 'e'], { env: { PODCAST_API: url, PODCAST_TOKEN: TOKEN } }); // prettier-ignore
    expect(await put((await apiWith('"7"', stored('Intro'))).url)).toMatchObject({
      status: 0,
      out: `${chapters}: unchanged, 2 chapters\n`,
    });
    server?.close();
    expect(await put((await apiWith('"7"', stored('Other'))).url)).toMatchObject({ status: 1, err: expect.stringContaining('[precondition_failed]') }); // prettier-ignore
  });

  it.each([
    ['application/json', '{"chapters":[]}'],
    ['application/xml', '\ufeff<?xml version="1.0"?><psc:chapters/>'],
    ['application/x-ffmetadata', ';FFMETADATA1\n'],
    ['text/vtt', 'WEBVTT\n'],
    ['text/plain', '0:00 Intro\n'],
    ['text/plain', '[00:00] Intro\n'],
  ])('podcast chapters put sends a file as %s, by what is in it', async (type, text) => {
    const { url, writes } = await apiWith('"7"', '');
    const env = { PODCAST_API: url, PODCAST_TOKEN: TOKEN };
    expect((await podcast(['chapters', 'put', await file('chapters', text), '--episode', 'e', '--force'], { env })).status).toBe(0);
    expect(writes).toMatchObject([{ headers: { type }, body: text.replace('\ufeff', '') }]);
  });

  it('podcast chapters put says of a document that it is not JSON, and sends nothing', async () => {
    const document = await file('chapters.json', 'chapters');
    const { status, err } = await podcast(['chapters', 'put', document, '--episode', 'e']);
    expect([status, err]).toEqual([1, expect.stringContaining(`${document} is not JSON: `)]);
  });

  it.each([
    ['--format text', ['--format', 'text'], 'text/plain'],
    ['a file that ends in .txt', ['-o', 'chapters.txt'], 'text/plain'],
    ['a file that ends in .xml', ['-o', 'chapters.xml'], 'application/xml'],
  ])('podcast chapters get asks for the form of %s', async (_, options, expected) => {
    let accept: string | undefined;
    server = createServer(({ headers }, response) => {
      accept = headers.accept;
      response.end('0:00 Intro\n');
    });
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    const env = { PODCAST_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, PODCAST_TOKEN: TOKEN };
    const args = options.map((option) => (option.startsWith('chapters.') ? join(dir, option) : option));
    expect((await podcast(['chapters', 'get', '--episode', 'e', ...args], { env })).status).toBe(0);
    expect(accept).toBe(expected);
  });
});

describe('a command that is one request (contract 14.4)', () => {
  const endpoint = { url: 'https://hooks.example.com/', active: true, verified_at: '2026-11-21T09:00:00Z' };
  const attempt = { number: 1, started_at: '2026-11-21T09:00:00Z', duration_ms: 12, outcome: '500' };
  const delivery = { event_type: 'video_quota.low', status: 'queued', url: endpoint.url, attempt_log: [attempt], next_attempt_at: 'T' };
  const publication = { public: true, count_downloads: false, language: null, feed_url: 'https://api.example.com/f/p' };
  const shown = 'public, downloads not counted in the feed, language of the feed\nfeed: https://api.example.com/f/p\n';
  const secret = `registered: ${endpoint.url}\nsigning secret, shown this once: whsec_x\n`;
  const rotated = 't\npat_x\nThis is the only time that the secret is shown.\n';
  const again = '2 events will be sent again, at most ten a second\n';
  const since = '2026-11-21T09:00:00Z';
  const attempts = `video_quota.low to ${endpoint.url}: queued\n#  STARTED               TOOK   OUTCOME\n1  ${since}  12 ms  500\nnext attempt: T\n`;

  it.each([
    ['webhook set https://hooks.example.com', 'PUT video-webhook', { url: 'https://hooks.example.com' }, { endpoint, signing_secret: 'whsec_x' }, secret],
    ['webhook show', 'GET video-webhook', undefined, endpoint, `${endpoint.url}: active since ${since}\n`],
    ['webhook deliveries d', 'GET video-webhook/deliveries/d', undefined, delivery, attempts],
    ['webhook redeliver d', 'POST video-webhook/deliveries/d/redeliver', undefined, { id: 'd2', status: 'queued' }, 'd2: queued\n'],
    [`webhook replay --since ${since} --type video_quota.low`, 'POST video-webhook/replay', { since, types: ['video_quota.low'] }, { count: 2 }, again],
    ['token rotate t --overlap-seconds 0', 'POST tokens/t/rotate', { overlap_seconds: 0 }, { id: 't', token: 'pat_x' }, rotated],
    ['publication show p', 'GET podcasts/p/publication', undefined, publication, shown],
    ['publication set p --public --language none', 'PUT podcasts/p/publication', { public: true, language: null }, publication, shown],
    ['video cancel v', 'POST video-stocks/v/cancel', {}, { id: 'v', status: 'canceled' }, 'v: canceled\n'],
    ['video unlink v', 'POST video-stocks/v/unlink', {}, { id: 'v', status: 'ready' }, 'v: ready\n'],
  ])('a command that is one request: %s', async (command, request, body, data, out) => {
    let sent: unknown[] = [];
    server = createServer((asked, response) => {
      void textOf(asked).then((content) => {
        sent = [`${asked.method} ${asked.url?.slice('/api/v1/'.length)}`, content === '' ? undefined : JSON.parse(content)];
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    expect(await podcast(command.split(' '), { env })).toEqual({ status: 0, out, err: '' });
    expect(sent).toEqual([request, body]);
  }); // prettier-ignore
});

describe('--json', () => {
  const parsed = ({ status, out }: Ran) => [status, JSON.parse(out) as unknown];
  const error = (code: string) => ({ message: expect.any(String), errors: [expect.objectContaining({ code })] });

  it('--json answers with the API’s own error', async () => {
    const body = { message: 'No.', errors: [{ field: null, code: 'permission_missing', message: 'No.', required: 'read' }] };
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: await api(403, body, { 'X-Request-Id': 'r-1' }) };
    expect(parsed(await podcast(['--json', 'podcasts'], { env }))).toEqual([1, { ...body, request_id: 'r-1' }]);
  });

  it('--json answers with the defects of a transcript as the API names them', async () => {
    const body = { message: 'No.', errors: [{ field: 'content', code: 'reversed_times', message: 'No.', line: 2, subtitle: 1 }] };
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: await api(422, body) };
    const put = ['--json', 'transcript', 'put', await file('bad.srt', BAD), '--episode', 'x'];
    expect(parsed(await podcast(put, { env }))).toEqual([1, body]);
  });

  it('--json answers with an error of usage, of a file and of the network', async () => {
    const url = await api(200, {});
    server?.close();
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: url };
    expect(parsed(await podcast(['--json', 'nothing']))).toEqual([2, error('usage')]);
    expect((await podcast(['--json'])).out).toContain('Name a command');
    expect(parsed(await podcast(['podcasts', '--json']))).toEqual([2, error('usage')]);
    expect(parsed(await podcast(['--json', 'podcasts'], { env }))).toEqual([3, error('unreachable')]);
  });

  it('--json says of an answer that breaks off that the API cannot be reached', async () => {
    server = createServer((_request, response) => {
      const begun = response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      begun.write('{"data":[', () => response.destroy());
    });
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    expect(parsed(await podcast(['--json', 'podcasts'], { env }))).toEqual([3, error('unreachable')]);
  });

  it('--json answers where the result goes to a file, and with a table that is asked for', async () => {
    const chapters = [{ startTime: 0, title: 'A' }];
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: await api(200, { data: { chapters } }) };
    const [id, path] = ['01a1fc5d-f819-7359-a50c-2c514f9a6d9d', join(dir, 'chapters.json')];
    for (const what of ['chapters', 'transcript'])
      expect(parsed(await podcast(['--json', what, 'get', '--episode', id, '--output', path], { env }))).toEqual([
        0,
        { file: path, version: null },
      ]);
    const days = ['--from', '2026-01-01', '--to', '2026-01-02'];
    server?.close();
    const empty = { ...env, PODCAST_API: await api(200, { data: [], meta: { has_more: false, next_cursor: null } }) };
    expect(parsed(await podcast(['--json', 'downloads', id, ...days, '--csv'], { env: empty }))).toEqual([0, { data: [] }]);
  });

  it('--json takes all of a list that is given several times', async () => {
    let asked = '';
    server = createServer((request, response) => {
      asked = request.url ?? '';
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data: [], meta: { has_more: false, next_cursor: 'c' } })); // prettier-ignore
    });
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    await podcast(['events', '--type', 'episode.published', '--type', 'episode.appeared'], { env });
    expect(asked).toContain('types=episode.published,episode.appeared');
    await podcast(['episodes', 'x', '--missing', 'video', '--missing', 'chapters'], { env });
    expect(asked).toContain('missing=video,chapters');
  });

  it('--json gives one document when a repair fails', async () => {
    const path = await file('hopeless.srt', 'no times at all\n');
    const expected = { file: path, ok: false, changes: [], defects: [expect.objectContaining({ code: 'no_times' })] };
    expect(parsed(await podcast(['--json', 'transcript', 'fix', path]))).toEqual([1, { files: [expected] }]);
  });

  it('--json has the repaired text where it is written to no file', async () => {
    const path = await file('bad.srt', BAD);
    const { out } = await podcast(['--json', 'transcript', 'fix', path]);
    expect(JSON.parse(out)).toMatchObject({ files: [{ ok: true, content: BAD.replace(/(\S+) --> (\S+)/, '$2 --> $1') }] });
  });
});

describe('a stored token (contract 14.4)', () => {
  const known = { data: { id: 'x', label: 'release script', permissions: ['read'], expires_at: null, created_at: 'x' } };

  it('a stored token never goes to another origin than its own', async () => {
    const url = await api(200, known);
    let requests = 0;
    await podcast(['login', '--api', url], { stdin: TOKEN });
    server?.on('request', () => (requests += 1));
    const env = { PODCAST_CONFIG: join(dir, 'config.json'), PODCAST_API: url.replace('127.0.0.1', 'localhost') };
    const { status, err } = await podcast(['podcasts'], { env });
    expect([status, requests, err]).toEqual([2, 0, expect.stringContaining('There is no token for http://localhost')]);
  });

  it('a stored token is shown to nobody over plain http, but on this machine', async () => {
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: 'http://api.example.com' };
    expect(await podcast(['podcasts'], { env })).toMatchObject({ status: 2, err: expect.stringContaining('unencrypted') });
    expect(await podcast(['login', '--api', 'http://api.example.com'], { stdin: TOKEN })).toMatchObject({ status: 2 });
  });

  it('a stored token of an earlier version is bound to the API at which it was tried', async () => {
    const url = await api(200, known);
    await file('config.json', JSON.stringify({ api: url, token: TOKEN }));
    expect(await podcast(['whoami'])).toEqual({ status: 0, out: `release script at ${url}: permissions read, expires never\n`, err: '' });
  });

  it('a stored token is forgotten by logout', async () => {
    const url = await api(200, known);
    await podcast(['login', '--api', url], { stdin: TOKEN });
    expect(await podcast(['logout'])).toMatchObject({ status: 0, out: `Forgot the token for ${url}; it is still valid.\n` });
    expect(await readFile(join(dir, 'config.json'), 'utf8')).not.toContain(TOKEN);
    expect((await podcast(['whoami'])).status).toBe(2);
  });
});

describe('podcast --help', () => {
  it.each([[['help']], [['--help']]])('podcast --help is shown by %j, too', async (args) => {
    expect(await podcast(args)).toMatchObject({ status: 0, out: expect.stringContaining('Usage: podcast'), err: '' });
    expect(await podcast(['help', 'transcript'])).toMatchObject({ status: 0, out: expect.stringContaining('Usage: podcast transcript') });
  });

  it('podcast --help shows an example for every command', async () => {
    const pathsOf = ({ commands }: Command, before: readonly string[] = []): string[][] =>
      commands.flatMap((one) => [[...before, one.name()], ...pathsOf(one, [...before, one.name()])]);
    const commands = pathsOf(programOf(processTerminal({})));
    expect(commands.length).toBeGreaterThan(20);
    for (const command of commands) {
      const help = await podcast([...command, '--help']);
      expect([command, help.status, help.err]).toEqual([command, 0, '']);
      expect(help.out).toContain(`Example:\n  $ podcast ${command.join(' ')}`);
    }
  });
});

describe('podcast login', () => {
  it('podcast login tries the token, keeps it with mode 0600 and never prints it', async () => {
    const url = await api(200, { data: { id: 'x', label: null, permissions: ['read'], expires_at: null, created_at: 'x' } });
    const { status, out, err } = await podcast(['login', '--api', url], { stdin: `${TOKEN}\n` });
    const config = join(dir, 'config.json');
    expect([status, (await stat(config)).mode & 0o777, JSON.parse(await readFile(config, 'utf8'))]).toEqual([
      0,
      0o600,
      { api: url, tokens: { [url]: TOKEN } },
    ]);
    expect(out + err).not.toContain(TOKEN);
    expect(err).toContain('permissions read, expires never');
  });

  it('podcast login takes a base URL as PODCAST_API does', async () => {
    const url = await api(200, { data: { id: 'x', label: null, permissions: ['read'], expires_at: null, created_at: 'x' } });
    expect((await podcast(['login', '--api', `${url}/api/v1/`], { stdin: TOKEN })).status).toBe(0);
    expect(JSON.parse(await readFile(join(dir, 'config.json'), 'utf8'))).toEqual({ api: url, tokens: { [url]: TOKEN } });
    expect(await podcast(['login', '--api', 'nonsense'], { stdin: TOKEN })).toMatchObject({
      status: 2,
      err: 'error: The base URL nonsense is not an http or https URL.\n',
    });
  });

  it('podcast login keeps no token that the API refuses', async () => {
    const error = { field: null, code: 'token_invalid', message: 'No.' };
    const url = await api(401, { message: 'No.', errors: [error] }, { 'X-Request-Id': 'r-1' });
    const { status, err } = await podcast(['login', '--api', url], { stdin: TOKEN });
    expect([status, err]).toEqual([1, expect.stringContaining('[token_invalid]')]);
    expect(err).toContain('(request r-1)');
    await expect(stat(join(dir, 'config.json'))).rejects.toThrow('ENOENT');
  });
});

describe('an API that is not there', () => {
  it.each([
    ['ECONNREFUSED', 3],
    ['ECONNRESET', 3],
    [undefined, 1], // the file is shorter than it was
  ])('an API that is not there in the middle of an upload, for which tus-js-client says %s, is exit status %d', (code, status) => {
    const causingError = Object.assign(new Error('why'), { code });
    const error = Object.assign(new Error('tus: failed'), { originalRequest: {}, originalResponse: null, causingError });
    expect([exitStatusOf(error), explain(error)]).toEqual([
      status,
      code ? 'The API cannot be reached: why. Is the base URL (PODCAST_API) right?' : 'tus: failed',
    ]);
  });

  it('an API that cannot be reached is named, with exit status 3', async () => {
    const url = await api(200, {});
    server?.close();
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: url };
    const { status, err } = await podcast(['podcasts'], { env });
    expect([status, err]).toEqual([
      3,
      expect.stringMatching(/^error: The API cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Is /),
    ]);
  });
});

describe('a stranger’s mistakes', () => {
  it('a video for a podcast that does not exist is refused before its bytes are sent', async () => {
    const url = await api(404, { message: 'No.', errors: [{ field: null, code: 'not_found', message: 'There is no such podcast.' }] });
    const requests: string[] = [];
    server?.on('request', ({ method, url: path }: IncomingMessage) => requests.push(`${method} ${path}`));
    const args = ['video', 'upload', await file('talk.mp4', 'bytes'), '--podcast', 'nope'];
    const { status, err } = await podcast(args, { env: { PODCAST_TOKEN: TOKEN, PODCAST_API: url, PODCAST_CONFIG: join(dir, 'c.json') } });
    expect([status, err]).toEqual([1, expect.stringContaining('There is no such podcast. [not_found]')]);
    expect(requests).toEqual(['POST /api/v1/video-stocks']);
  });

  it('podcast ends its wait for a video that is canceled, with exit status 1', async () => {
    const stock = { id: 's', status: 'canceled', title: null, match: null, matched_episode_id: null };
    const conflict = { message: 'No.', errors: [{ field: 'client_key', code: 'client_key_conflict', message: 'Another.' }] };
    const url = await api(200, {});
    server?.removeAllListeners('request').on('request', ({ method, url: path }: IncomingMessage, response: ServerResponse) => {
      const [status, body] = method === 'POST' ? [409, conflict] : [200, { data: path?.includes('/s?') ? stock : [stock] }];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: url, PODCAST_CONFIG: join(dir, 'c.json') };
    const upload = ['video', 'upload', await file('talk.mp4', 'bytes'), '--podcast', 'p'];
    expect((await podcast(upload, { env })).status).toBe(0);
    const waiting = await podcast([...upload, '--wait', 'match'], { env });
    expect(waiting).toEqual({ status: 1, out: 's: canceled\n', err: 'error: The video was canceled.\n' });
  });

  it('a token that cannot stand in a header is refused without being printed', async () => {
    const { status, out, err } = await podcast(['podcasts'], { env: { PODCAST_TOKEN: `${TOKEN}\nX` } });
    expect([status, out, err]).toEqual([2, '', expect.stringContaining('copy it again')]);
    expect(err).not.toContain(TOKEN);
  });

  it('a server that answers with a page is not the API', async () => {
    const url = await api(200, {});
    server?.removeAllListeners('request').on('request', (_request, response: ServerResponse) => response.end('<html>'));
    const { status, err } = await podcast(['podcasts'], { env: { PODCAST_TOKEN: TOKEN, PODCAST_API: url } });
    expect([status, err]).toEqual([1, expect.stringContaining('Is the base URL (PODCAST_API) right?')]);
  });

  it('a base URL may end with /api/v1', async () => {
    const paths: string[] = [];
    const url = await api(200, { data: [], meta: { has_more: false, next_cursor: null } });
    server?.on('request', (request: IncomingMessage) => paths.push(request.url ?? ''));
    const env = { PODCAST_TOKEN: TOKEN, PODCAST_API: `${url}/api/v1/` };
    expect((await podcast(['podcasts'], { env })).status).toBe(0);
    expect(paths).toEqual(['/api/v1/podcasts?first=100']);
  });

  it.each([
    ['a folder', () => Promise.resolve(dir), 'is not a file'],
    ['an empty file', () => file('empty.mp4', ''), 'is empty'],
    ['a file that is not there', () => Promise.resolve('/nowhere.mp4'), 'cannot be read'],
  ])('podcast refuses %s as no video', async (_, path, said) => {
    const { status, out, err } = await podcast(['video', 'upload', await path(), '--podcast', 'x'], { env: { PODCAST_TOKEN: TOKEN } });
    expect([status, out, err]).toEqual([2, '', expect.stringContaining(said)]);
  });

  it('podcast transcript check stops reading a file that never ends', async () => {
    const { status, out } = await podcast(['transcript', 'check', '/dev/zero']);
    expect([status, out]).toEqual([1, expect.stringContaining('is it the right file?')]);
  });
});

describe('the chart of downloads', () => {
  it('the chart of downloads has a bar a day over all episodes, as wide as the terminal', () => {
    const rows = [
      { date: '2026-11-01', downloads: 30 },
      { date: '2026-11-01', downloads: 10 },
      { date: '2026-11-02', downloads: 20 },
      { date: '2026-11-03', downloads: 1 },
    ];
    const lines = chartOf(rows, 36).split('\n');
    expect(lines).toEqual([`2026-11-01  40  ${'█'.repeat(20)}`, `2026-11-02  20  ${'█'.repeat(10)}`, '2026-11-03   1  █', '']);
    expect(chartOf([], 80)).toBe('No downloads.\n');
  });
});
