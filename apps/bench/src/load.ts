/** A process that makes load: one thing at a time, as told over its channel. It answers with what it measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './bench-child.ts';
import { Connection, requestHead, succeeded } from './http-client.ts';
import { rowsBody, transcriptBody } from './transcript.ts';

type Get = { port: number; path: string; token?: string; headers?: Record<string, string> };
type Put = { port: number; path: string; token?: string; body: 'vtt' | 'srt' | 'rows' };

const TASKS = { flood, paced, put, putInLoop };

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
  const heads = gets.map(({ path, token, headers }) => requestHead('GET', path, { token, headers }));
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
 * Requests at a fixed rate. The time of one counts from the moment when it was due, so that an answer that is late does
 * not hide those that had to wait behind it.
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
  const heads = gets.map(({ path, token, headers }) => requestHead('GET', path, { token, headers }));
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

serve({
  ...TASKS,
  stop: () => {
    looping = false;
  },
  warm: (names: Put['body'][]) => names.forEach(bodyOf),
});
