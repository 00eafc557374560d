/** Measures what requests cost at the largest data (contract 2.10): the list in docs/reliability.md. */
import { readFileSync } from 'node:fs';
import { manyChapters } from './hostile-load.ts';
import { alone } from './measure.ts';
import type { Running } from './stack.ts';
import { transcriptBody } from './transcript.ts';

export type Large = { readonly token: string; readonly podcast: string; readonly episode: string; readonly stock: string };

type Request = { readonly method: string; readonly path: string; readonly token: string; readonly body?: Buffer | string };

/** Sends requests and throws unless they succeed. @returns the body of the answer */
export function sender({ port }: Running) {
  return async ({ method, path, token, body }: Request): Promise<string> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = typeof body === 'object' ? new Uint8Array(body) : (body ?? null);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
}

/** Every route that reads or writes much. */
function routesOf(api: Running, { token, podcast, episode, stock }: Large): Record<string, () => Promise<unknown>> {
  const send = sender(api);
  const day = new Date().toISOString().slice(0, 10);
  const of = `/api/v1/podcasts/${podcast}`;
  const transcript = `/api/v1/episodes/${episode}/transcript`;
  const get = (path: string) => () => send({ method: 'GET', path, token });
  const write = (method: string, path: string, body: Buffer | string) => () => send({ method, path, token, body });
  const vtt = transcriptBody('vtt');
  const rename = async () => {
    const path = `/api/v1/video-stocks/${stock}`;
    const { revision } = (JSON.parse(await get(path)()) as { data: { revision: number } }).data;
    await write('PATCH', path, JSON.stringify({ expected_revision: revision, match: { title: `None ${revision}` } }))();
  };
  return {
    'PUT …/transcript': write('PUT', transcript, vtt),
    'PUT …/transcript?dry_run=true': write('PUT', `${transcript}?dry_run=true`, vtt),
    'POST …/retime': write('POST', `/api/v1/episodes/${episode}/retime?dry_run=true`, '{"edits":[{"at":1,"insert":1}]}'),
    'GET …/transcript': get(transcript),
    'GET …/transcript/versions': get(`${transcript}/versions`),
    'PUT …/chapters': write('PUT', `/api/v1/episodes/${episode}/chapters`, JSON.stringify(manyChapters())),
    'GET …/chapters': get(`/api/v1/episodes/${episode}/chapters`),
    'GET and PATCH a stock': rename,
    'GET …/analytics.csv': get(`${of}/analytics.csv?from=${day}&to=${day}`),
    'GET …/analytics': get(`${of}/analytics?from=${day}&to=${day}&first=100`),
    'GET …/episodes': get(`${of}/episodes?first=100`),
    'GET …/episodes?q=': get(`${of}/episodes?first=100&q=episode+called`),
    'GET …/episodes?missing=': get(`${of}/episodes?first=100&missing=transcript,chapters,video`),
    'GET an episode': get(`/api/v1/episodes/${episode}`),
    'GET /video-stocks': get('/api/v1/video-stocks'),
    'GET /events': get('/api/v1/events?first=100'),
  };
}

type Measuring = {
  readonly log: (line: string) => void;
  /** Times that a request is repeated to tell its processor time: the kernel counts in hundredths of a second. */
  readonly repeats: number;
};

/** The slowest request; each is told to the log. */
export async function slowest(api: Running, large: Large, { log, repeats }: Measuring) {
  const took: [string, number][] = [];
  for (const [name, request] of Object.entries(routesOf(api, large))) {
    await request();
    const before = ticks(api.pid);
    for (let count = 0; count < repeats; count += 1) await request();
    took.push([name, ((ticks(api.pid) - before) * 10) / repeats]);
  }
  took.sort(([, a], [, b]) => b - a);
  for (const [name, ms] of took) log(`  ${ms.toFixed(1)} ms of processor time: ${name}`);
  // Transcripts are read in threads of their own, at a lower priority.
  const [name, ms] = took.find(([route]) => !/transcript$|dry_run|retime/.test(route)) ?? ['', 0];
  const what = `processor time of the slowest request at the largest data, transcripts apart: ${name}`;
  return alone(what, ms, { bar: 100, aim: 50, unit: 'ms' });
}

/** Hundredths of a second that a process has used. */
function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' '); // prettier-ignore
  return Number(fields[11]) + Number(fields[12]);
}
