/**
 * The hostile user: a process of its own, so that its work does not slow down the clients that are measured. It does
 * everything that it may not, one way after the other, until it is told to stop; then it prints which statuses each way
 * was answered with.
 *
 * Runs on Node.js as it is: `node hostile.ts OPTIONS`.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type HostileOptions = {
  /** Lists the base URLs of the api processes. */
  readonly apis: string;
  readonly token: string;
  readonly podcast: string;
  readonly episode: string;
  /** Podcasts whose feeds never answer, and one whose feed is huge. */
  readonly feeds: readonly string[];
  /** Stocks of the podcast whose feed is huge: canceling them waits for the lock under which its refetch matches. */
  readonly stocks: readonly string[];
  /** More users: several together try to take what all share. */
  readonly accomplices: readonly { readonly token: string; readonly podcast: string; readonly episode: string }[];
  /** A podcast of 100,000 episodes, with a stock that is ready. */
  readonly large: { readonly podcast: string; readonly stock: string };
  /** A small video, in base64. */
  readonly video: string;
  /** A destination that never answers. */
  readonly destination: string;
};

/** Statuses by way; 0 stands for a connection that broke. */
export type HostileReport = Record<string, Record<string, number>>;

type Way = () => Promise<unknown>;

type Dribble = { readonly forMs: number; readonly bit?: string; readonly everyMs?: number; readonly from?: string };

const report: HostileReport = {};
let over = false;
let options: HostileOptions;

function note(way: string, status: number): void {
  const statuses = (report[way] ??= {});
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function api(): string {
  const apis = JSON.parse(readFileSync(options.apis, 'utf8') || '[]') as string[];
  return apis[Math.floor(Math.random() * apis.length)] ?? 'http://127.0.0.1:9';
}

/** @returns the body of the answer */
async function send(way: string, method: string, path: string, body?: string, token = options.token): Promise<Buffer> {
  try {
    const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(`${api()}${path}`, { method, headers, body: body ?? null, redirect: 'manual' });
    const answer = await response.arrayBuffer();
    note(way, response.status);
    return Buffer.from(answer);
  } catch {
    note(way, 0);
    return Buffer.of();
  }
}

const times = (count: number, one: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

/** A connection that sends so much, and then a bit every now and then. @returns when it is ended, by either side */
async function dribble(way: string, head: string, { forMs, bit = ' ', everyMs = 5000, from = '127.0.0.1' }: Dribble): Promise<void> {
  const url = new URL(api());
  const socket: Socket = connect({ port: Number(url.port), host: url.hostname, localAddress: from }, () => socket.write(head));
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk).slice(0, 200))).on('error', () => undefined);
  const dribbling = setInterval(() => socket.write(bit), everyMs);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([ended, sleep(forMs)]);
  clearInterval(dribbling);
  socket.destroy();
  note(way, Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
}

/** Asks for something large and reads nothing of it. */
async function readSlowly(way: string, path: string, token = options.token, range?: string): Promise<void> {
  const url = new URL(api());
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${range === undefined ? '' : `Range: ${range}\r\n`}\r\n`;
  const socket: Socket = connect(Number(url.port), url.hostname, () => socket.write(head));
  const first = new Promise<string>((resolve) => {
    socket.once('data', (chunk) => (socket.pause(), resolve(String(chunk)))).once('close', () => resolve(''));
  });
  socket.on('error', () => undefined);
  const answer = await Promise.race([first, sleep(20_000, '')]);
  await sleep(8000);
  socket.destroy();
  note(way, Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
}

const manyKeys = (): string => `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`.slice(0, 999_000);

const transcriptOf = (episode: string): string => `/api/v1/episodes/${episode}/transcript`;

const slowBody = (path: string, token: string): string =>
  `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 32000000\r\n\r\n{"content":"`;

const largeTranscript = (): string =>
  `WEBVTT\n\n${Array.from({ length: 15_000 }, (_, line) => `${stamp(line)} --> ${stamp(line + 1)}\nLine ${line} ${'x'.repeat(60)}\n`).join('\n')}`;

const today = (): string => new Date().toISOString().slice(0, 10);

function ways(): Record<string, Way> {
  const { podcast, episode, feeds, stocks, destination } = options;
  const transcript = transcriptOf(episode);
  return {
    '90,000 unknown keys': () => times(3, (index) => send('90,000 unknown keys', 'POST', index === 1 ? '/api/v1/video-stocks' : '/api/v1/video-webhook', `{"a":${manyKeys()}}`)),
    'voice tag of ten million characters': () => send('voice tag of ten million characters', 'PUT', transcript, JSON.stringify({ content: `WEBVTT\n\n00:00.000 --> 00:01.000\n<v ${'a'.repeat(10_000_000)}>x\n` })),
    '1,000 requests at once': () => times(1000, (index) => send('1,000 requests at once', 'GET', index % 2 ? '/api/v1/podcasts' : transcript)),
    'readiness flood': () => times(500, () => send('readiness flood', 'GET', '/health/ready')),
    'bad tokens': () => times(300, (index) => send('bad tokens', 'GET', '/api/v1/podcasts', undefined, `pat_${String(index).padStart(43, 'a')}`)),
    'slow bodies': () => times(6, () => dribble('slow bodies', slowBody(transcript, options.token), { forMs: 25_000 })),
    'slow heads': () => times(100, () => dribble('slow heads', 'GET /api/v1/podcasts HTTP/1.1\r\nHost: x\r\n', { forMs: 10_000 })),
    'slow readers of exports': () => times(5, () => readSlowly('slow readers of exports', `/api/v1/podcasts/${podcast}/analytics.csv?from=${today()}&to=${today()}`)),
    'slow readers of a transcript': () => times(20, () => readSlowly('slow readers of a transcript', transcript)),
    'reads of a large transcript': async () => {
      await send('reads of a large transcript', 'PUT', transcript, JSON.stringify({ content: largeTranscript() }));
      await times(58, () => send('reads of a large transcript', 'GET', transcript));
    },
    'unfinished uploads': () => times(60, () => unfinishedUpload()),
    'videos that are none': () => times(6, () => registerVideo('videos that are none', podcast, Buffer.alloc(4_000_000, 'no video '))),
    'slow videos': () => times(2, () => registerVideo('slow videos', podcast, slowVideo())),
    'feeds that never answer': () => times(feeds.length, (index) => send('feeds that never answer', 'POST', `/api/v1/podcasts/${feeds[index]}/rss-refetch`)),
    'dead destination': () => send('dead destination', 'PUT', '/api/v1/video-webhook', JSON.stringify({ url: `${destination}${Date.now()}` })),
    'a destination with many events removed': () => send('a destination with many events removed', 'DELETE', '/api/v1/video-webhook'),
    'cancels at once': () => times(stocks.length, (index) => send('cancels at once', 'POST', `/api/v1/video-stocks/${stocks[index]}/cancel`, '{}')),
  }; // prettier-ignore
}

/** Ways of several users together, and those that cost most where most is stored. */
function waysOfMany(): Record<string, Way> {
  const { podcast, episode, accomplices, large: many } = options;
  return {
    'bodies that several users announce and send slowly': () => Promise.all(accomplices.map((one) => dribble('bodies that several users announce and send slowly', slowBody(transcriptOf(one.episode), one.token), { forMs: 25_000, bit: 'x'.repeat(100_000), everyMs: 500 }))),
    'large transcripts that several users do not take': () => Promise.all(accomplices.map(async ({ token, episode: of }) => {
      await send('large transcripts that several users do not take', 'PUT', transcriptOf(of), JSON.stringify({ content: largeTranscript() }), token);
      await times(3, () => readSlowly('large transcripts that several users do not take', transcriptOf(of), token));
    })),
    'public texts that nobody takes': async () => {
      await send('public texts that nobody takes', 'PUT', `/api/v1/podcasts/${podcast}/publication`, '{"public":true}');
      await times(100, (at) => readSlowly('public texts that nobody takes', at % 2 ? `/e/${episode}/transcript.vtt` : `/f/${podcast}`));
    },
    'slow readers of a video by Range': async () => {
      const shown = accomplices[0]!;
      const path = `/e/${shown.episode}/video`;
      if (!(await isThere(path))) await showVideo('slow readers of a video by Range', shown);
      await times(100, (at) => readSlowly('slow readers of a video by Range', path, shown.token, `bytes=${at * 1000}-`));
    },
    'readers that wait for events': () => times(30, () => send('readers that wait for events', 'GET', '/api/v1/events?wait=10')),
    'a thousand connections of one address': () => times(1000, () => dribble('a thousand connections of one address', '', { forMs: 8000, bit: '', from: '127.0.0.9' })),
    'titles beside 100,000 episodes': async () => {
      for (let at = 0; at < 5; at += 1, await sleep(1000)) await renameMatch(many.stock, at);
    },
    'exports of 100,000 episodes': () => times(2, (at) => send('exports of 100,000 episodes', 'GET', `/api/v1/podcasts/${many.podcast}/analytics.csv?from=${today()}&to=${today()}${at ? '&bom=true' : ''}`)),
    'pages of 100,000 episodes': () => times(20, (at) => send('pages of 100,000 episodes', 'GET', `/api/v1/podcasts/${many.podcast}/episodes?first=100${at % 2 ? '&q=ep' : '&missing=transcript,video'}`)),
    'chapters of 556 kB': () => times(5, () => send('chapters of 556 kB', 'PUT', `/api/v1/episodes/${episode}/chapters`, manyChapters())),
  }; // prettier-ignore
}

const manyChapters = (): string =>
  JSON.stringify({
    version: '1.2.0',
    chapters: Array.from({ length: 500 }, (_, at) => ({ startTime: at, title: `${at} ${'\u{1F600}'.repeat(120)}`, url: `https://example.com/${'x'.repeat(600)}` })), // prettier-ignore
  });

async function renameMatch(stock: string, at: number): Promise<void> {
  const way = 'titles beside 100,000 episodes';
  try {
    const headers = { Authorization: `Bearer ${options.token}` };
    const shown = (await (await fetch(`${api()}/api/v1/video-stocks/${stock}`, { headers })).json()) as { data?: { revision: number } };
    const body = { expected_revision: shown.data?.revision ?? 0, match: { title: `Nothing of this title ${at} ${Date.now()}` } };
    await send(way, 'PATCH', `/api/v1/video-stocks/${stock}`, JSON.stringify(body));
  } catch {
    note(way, 0);
  }
}

async function unfinishedUpload(): Promise<void> {
  try {
    const headers = { Authorization: `Bearer ${options.token}`, 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000000000' };
    const response = await fetch(`${api()}/api/v1/uploads`, { method: 'POST', headers });
    await response.arrayBuffer();
    note('unfinished uploads', response.status);
  } catch {
    note('unfinished uploads', 0);
  }
}

/** Twelve megabytes of empty boxes, and nothing behind them: reading it takes all the time that a probe may take. */
const slowVideo = (): Buffer => Buffer.alloc(12_000_000, '\0\0\0\x08free', 'latin1').fill('\0\0\0\x10ftypisom\0\0\x02\0', 0, 16, 'latin1');

const isThere = (path: string): Promise<boolean> => fetch(`${api()}${path}`, { method: 'HEAD' }).then(({ ok }) => ok, () => false); // prettier-ignore

/** A video that is larger than what the system takes for a client becomes public: within a minute, at every process. */
async function showVideo(way: string, { token, podcast, episode }: HostileOptions['accomplices'][number]): Promise<void> {
  const rest = Buffer.alloc(20_000_000, '\x01\x31\x2d\0free', 'latin1').fill(0, 8); // one box of so many bytes
  const registered = await registerVideo(way, podcast, Buffer.concat([Buffer.from(options.video, 'base64'), rest]), token);
  const id = /"id":"([^"]+)"/.exec(String(registered))?.[1];
  await send(way, 'GET', `/api/v1/video-stocks/${id}?wait=30`, undefined, token);
  await send(way, 'POST', `/api/v1/video-stocks/${id}/link`, JSON.stringify({ episode_id: episode }), token);
  await send(way, 'PUT', `/api/v1/podcasts/${podcast}/publication`, '{"public":true}', token);
}

/** Uploads a file and registers it: the worker looks for an index in all of it. @returns the body of the answer */
async function registerVideo(way: string, podcast: string, file: Buffer, token = options.token): Promise<Buffer> {
  try {
    const headers = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(file.length), 'Content-Type': 'application/offset+octet-stream' }; // prettier-ignore
    const response = await fetch(`${api()}/api/v1/uploads`, { method: 'POST', headers, body: file });
    await response.arrayBuffer();
    const id = response.headers.get('location')?.split('/').at(-1);
    if (response.ok)
      return await send(way, 'POST', '/api/v1/video-stocks', JSON.stringify({ podcast_id: podcast, upload_id: id, client_key: id }), token);
    note(way, response.status);
  } catch {
    note(way, 0);
  }
  return Buffer.of();
}

const stamp = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${[hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')}.000`;
};

/** Tries all attacks in random order until the end of the soak. A slow one goes on beside the next. */
async function attack(): Promise<void> {
  const all = Object.values({ ...ways(), ...waysOfMany() });
  while (!over) {
    for (const way of all.sort(() => Math.random() - 0.5)) {
      if (over) return;
      await Promise.race([way(), sleep(6000)]);
      await sleep(1000);
    }
  }
}

if (process.argv[2] !== undefined) {
  options = JSON.parse(process.argv[2]) as HostileOptions;
  process.once('SIGTERM', () => {
    over = true;
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
  });
  process.once('disconnect', () => process.exit(1)); // whoever started it is gone
  await attack();
}
