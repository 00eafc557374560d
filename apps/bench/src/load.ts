/** A process that makes load. It does one thing at a time, as told over its channel, and answers with what it measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './bench-child.ts';
import { Connection, requestHead, succeeded } from './http-client.ts';
import { rowsBody, transcriptBody } from './transcript.ts';

type Get = { port: number; path: string; token?: string };
type Put = { port: number; path: string; token?: string; body: 'vtt' | 'srt' | 'rows' };

const TASKS = { flood, paced, put, putAtOnce, putInLoop, refused };

/** Bodies take a while to make and are always the same. */
const bodies: Record<string, Buffer> = {};
const bodyOf = (name: Put['body']) => (bodies[name] ??= name === 'rows' ? rowsBody() : transcriptBody(name));

const putHead = ({ path, token, body }: Put) => requestHead('PUT', path, { token, length: bodyOf(body).length });

/** As many requests as the server can take, each connection one after the other. */
async function flood({
  gets,
  connections,
  seconds,
}: {
  gets: Get[];
  connections: number;
  seconds: number;
}): Promise<{ perSecond: number; milliseconds: number[] }> {
  const heads = gets.map(({ path, token }) => requestHead('GET', path, { token }));
  const port = gets[0]?.port ?? 0;
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const milliseconds: number[] = [];
  let next = 0;
  const began = performance.now();
  const deadline = began + seconds * 1000;
  await Promise.all(
    open.map(async (connection) => {
      for (let sent = performance.now(); sent < deadline;) {
        const head = heads[next++ % heads.length];
        if (!head) throw new Error('nothing to send');
        succeeded(await connection.send(head));
        const answered = performance.now();
        milliseconds.push(answered - sent);
        sent = answered;
      }
    }),
  );
  const perSecond = (milliseconds.length / (performance.now() - began)) * 1000;
  open.forEach((connection) => connection.close());
  return { perSecond, milliseconds };
}

/**
 * Requests at a fixed rate. The time of one counts from the moment when it was due, so that an answer that is late does not
 * hide those that had to wait behind it.
 */
async function paced({
  gets,
  perSecond,
  seconds,
}: {
  gets: Get[];
  perSecond: number;
  seconds: number;
}): Promise<{ milliseconds: number[] }> {
  const heads = gets.map(({ path, token }) => requestHead('GET', path, { token }));
  const port = gets[0]?.port ?? 0;
  const idle: Connection[] = await Promise.all(Array.from({ length: 8 }, () => Connection.open(port)));
  const milliseconds: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now() + 20;
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = began + (number * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const sent = Math.max(due, began);
    answers.push(
      (async () => {
        let connection = idle.pop();
        while (connection?.closed) connection = idle.pop();
        connection ??= await Connection.open(port);
        const head = heads[number % heads.length];
        if (!head) throw new Error('nothing to send');
        succeeded(await connection.send(head));
        milliseconds.push(performance.now() - sent);
        idle.push(connection);
      })(),
    );
  }
  await Promise.all(answers);
  idle.forEach((connection) => connection.close());
  return { milliseconds };
}

/** One upload. */
async function put(task: Put): Promise<{ milliseconds: number }> {
  const head = putHead(task);
  const connection = await Connection.open(task.port);
  const began = performance.now();
  succeeded(await connection.send(head, { body: bodyOf(task.body) }));
  const milliseconds = performance.now() - began;
  connection.close();
  return { milliseconds };
}

async function putAtOnce({ puts }: { puts: Put[] }) {
  const began = performance.now();
  await Promise.all(puts.map(put));
  return { milliseconds: performance.now() - began };
}

let looping = false;

/** Uploads, each over and over until the next task comes. */
async function putInLoop({ puts }: { puts: Put[] }) {
  looping = true;
  let uploads = 0;
  await Promise.all(
    puts.map(async (one) => {
      while (looping) {
        await put(one);
        uploads += 1;
      }
    }),
  );
  return { uploads };
}

/** Bodies that will be refused, sent to the end all the same, as a client would that does not listen before it has spoken. */
async function refused({
  port,
  path,
  token,
  bytes,
  atOnce,
  expect,
}: {
  port: number;
  path: string;
  token?: string;
  bytes: number;
  atOnce: number;
  expect: number;
}) {
  const head = requestHead('PUT', path, { token, length: bytes });
  const body = Buffer.alloc(bytes, ' ');
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const connection = await Connection.open(port);
      const { status } = await connection.send(head, { body });
      if (status !== expect) throw new Error(`answered ${status}, not ${expect}`);
      while (connection.socket.writableLength > 0 && !connection.socket.destroyed) await sleep(5);
      connection.close();
    }),
  );
  return {};
}

serve({
  ...TASKS,
  stop: () => {
    looping = false;
  },
  warm: (names: Put['body'][]) => names.forEach(bodyOf),
});
