/**
 * A process that is hostile in one way at a time, as told over its channel, until it is told to stop. Who is refused
 * tries again.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './bench-child.ts';
import { requestHead } from './http-client.ts';

type User = { token: string; episode: string };
type Task = { port: number; users: User[]; stock: string; podcast: string; owner: User };

const MIB = 1024 * 1024;
let over = true;
let ended: Promise<unknown> = Promise.resolve();
const sockets = new Set<Socket>();

/** A connection that sends a head, and is made again when it ends. */
async function hold(port: number, head: Buffer, each: (socket: Socket) => unknown) {
  for (; !over; await sleep(100)) {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    sockets.add(socket.on('error', () => undefined));
    each(socket);
    await new Promise((resolve) => socket.once('close', resolve));
    sockets.delete(socket);
  }
}

const transcriptOf = ({ episode }: User) => `/api/v1/episodes/${episode}/transcript`;

/** 200 kB a second of a body that is announced as the largest. */
function announce({ port, users }: Task) {
  const each = (socket: Socket) => {
    const sending = setInterval(() => socket.write('x'.repeat(100_000)), 500);
    socket.once('close', () => clearInterval(sending)).resume();
  };
  return users.map((user) => hold(port, requestHead('PUT', transcriptOf(user), { token: user.token, length: 32 * MIB }), each));
}

const takeNothing = (socket: Socket) => socket.once('data', () => socket.pause());

function untaken({ port, users }: Task) {
  return users.flatMap((user) =>
    [1, 2, 3, 4].map(() => hold(port, requestHead('GET', transcriptOf(user), { token: user.token }), takeNothing)),
  );
}

/** From the newest event on: whoever asks for older ones is answered at once, and does not wait. */
async function wait(port: number, { token }: User) {
  const path = '/api/v1/events?first=100';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const { meta } = (await answer.json()) as { meta: { has_more: boolean; next_cursor: string } };
  if (meta.has_more) throw new Error('a user has more events than a page holds');
  const head = requestHead('GET', `${path}&wait=30&after=${encodeURIComponent(meta.next_cursor)}`, { token });
  await Promise.all(Array.from({ length: 20 }, () => hold(port, head, (socket) => socket.on('data', () => socket.end()))));
}

const waiting = ({ port, users }: Task) => users.map((user) => wait(port, user));

async function loop(everyMs: number, request: () => Promise<unknown>) {
  for (; !over; await sleep(everyMs)) await request().catch(() => undefined);
}

function rename({ port, stock, owner: { token } }: Task) {
  const url = `http://127.0.0.1:${port}/api/v1/video-stocks/${stock}`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const once = async () => {
    const { data } = (await (await fetch(url, { headers })).json()) as { data: { revision: number } };
    const body = JSON.stringify({ expected_revision: data.revision, match: { title: `No such title ${data.revision}` } });
    await (await fetch(url, { method: 'PATCH', headers, body })).arrayBuffer();
  };
  return [loop(1000, once)];
}

function large({ port, podcast, owner: { token, episode } }: Task) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const day = new Date().toISOString().slice(0, 10);
  const exported = `http://127.0.0.1:${port}/api/v1/podcasts/${podcast}/analytics.csv?from=${day}&to=${day}`;
  const body = JSON.stringify(manyChapters());
  return [
    loop(100, async () => (await fetch(exported, { headers })).arrayBuffer()),
    loop(100, async () =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/episodes/${episode}/chapters`, { method: 'PUT', headers, body })).arrayBuffer(),
    ),
  ];
}

/** As many chapters as there may be, 556 kB. */
export const manyChapters = () => ({
  version: '1.2.0',
  chapters: Array.from({ length: 500 }, (_, at) => ({
    startTime: at,
    title: `${at} ${'é'.repeat(200)}`,
    url: `https://example.com/${'x'.repeat(600)}`,
  })),
});

const WAYS: Record<string, (task: Task) => Promise<unknown>[]> = { announce, untaken, waiting, rename, large };

if (process.send)
  serve({
    begin: ({ way, ...task }: Task & { way: string }) => {
      over = false;
      ended = Promise.all(WAYS[way]?.(task) ?? []);
    },
    end: async () => {
      over = true;
      sockets.forEach((socket) => socket.destroy());
      await ended;
    },
  });
