import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '@app/process/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { SRT } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

/** Users who each take a whole share, an eighth: nine of them would take everything. */
const HOSTILE = Array.from({ length: 9 }, (_, at) => `hostile${at}`);

const someUsers = {
  users: ['alice', ...HOSTILE].map((key) => ({ key, name: key, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
  podcasts: ['alice', ...HOSTILE].map((key) => ({
    key,
    title: key,
    owner: key,
    ownership_confirmed: true,
    episodes: [
      { key, title: 'One' },
      { key: `${key}-small`, title: 'Two', transcript: { format: 'srt', content: SRT } },
    ],
  })),
};

let stack: Stack;
let seed: Loaded;
let api: Running;
const sockets: Socket[] = [];

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', OUTBOUND_CONNECT_TO: 'hooks.example.com:443:127.0.0.1:9' });
  seed = await stack.load(someUsers);
  api = await stack.start('api');
});
afterAll(() => stack.destroy());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const as = (key: string) => new Client(api.baseUrl, seed.tokens[key]);
const transcriptOf = (episode: string) => `/api/v1/episodes/${seed.episodes[episode]}/transcript`;

function open(head: string): Socket {
  const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => socket.write(head));
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

const contentOf = (bytes: number): string =>
  Array.from(
    { length: 500 },
    (_, at) => `${at + 1}\n00:00:01,${String(at).padStart(3, '0')} --> 00:00:02,000\n${'x'.repeat(bytes / 500)}\n`,
  ).join('\n');

describe('what all users share (contract 2.12)', () => {
  it('an upload of 1.6 MB is served beside nine users who announce 32 MiB each and send slowly', async () => {
    const slow = HOSTILE.map((user) => {
      const socket = open(
        `PUT ${transcriptOf(user)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seed.tokens[user]}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${32 * 1024 * 1024}\r\n\r\n{"content":"`,
      );
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      const sending = setInterval(() => socket.write('x'.repeat(100_000)), 500);
      socket.once('close', () => clearInterval(sending));
      return { socket, isAnswered: () => answer !== '' };
    });
    await until(() => slow.every(({ socket }) => socket.bytesWritten > 200_000));
    expect((await as('alice').put(transcriptOf('alice'), { content: contentOf(1_600_000) })).status).toBe(201);
    expect(slow.filter(({ isAnswered }) => isAnswered())).toEqual([]); // the nine still hold their shares
  });

  it('small transcripts, 304s and a large transcript are read beside nine users who take nothing of large ones', async () => {
    for (const user of ['alice', ...HOSTILE]) {
      expect([200, 201]).toContain((await as(user).put(transcriptOf(user), { content: contentOf(9_900_000) })).status);
    }
    const { headers } = await as('alice').get(transcriptOf('alice'));
    const readers = HOSTILE.flatMap((user) => [user, user, user]).map(async (user) => {
      const socket = open(`GET ${transcriptOf(user)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seed.tokens[user]}\r\n\r\n`);
      await once(socket, 'data');
      socket.pause();
    });
    await Promise.all(readers);
    expect((await as('alice').get(transcriptOf('alice-small'))).status).toBe(200);
    const held = await as('alice').get(transcriptOf('alice'), { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(held.status).toBe(304);
    expect((await as('alice').get(transcriptOf('alice'))).status).toBe(200);
  });

  it('1,000 connections at once wait for a process that is busy, and none is lost', async () => {
    const busy = await stack.start('api');
    process.kill(busy.pid, 'SIGSTOP');
    try {
      const waiting = Array.from({ length: 1000 }, () =>
        connect(Number(new URL(busy.baseUrl).port), '127.0.0.1').on('error', () => undefined),
      );
      sockets.push(...waiting);
      await until(() => waiting.every(({ readyState }) => readyState === 'open'));
    } finally {
      process.kill(busy.pid, 'SIGCONT');
    }
  });

  it('of 1,000 registrations at once five are accepted, and the others are refused with Retry-After', async () => {
    const register = async () => {
      const began = performance.now();
      const answer = await as('alice').put('/api/v1/video-webhook', { url: 'https://hooks.example.com/' });
      return { ...answer, ms: performance.now() - began };
    };
    const answers = await Promise.all(Array.from({ length: 1000 }, register));
    console.info(`the slowest of 1,000 registrations at once was answered after ${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)} ms`);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.filter(({ status, headers }) => ![429, 503].includes(status) || !(Number(headers.get('retry-after')) >= 1))).toEqual([]);
  });
});
