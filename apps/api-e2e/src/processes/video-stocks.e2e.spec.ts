import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { anMp4 } from '@app/platform/testing/mp4';
import { until } from '@app/platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Json } from '../client.js';
import { Receiver } from '../receiver.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Tus } from '../tus.js';

const HOST = 'hooks.example.com';
const STOCKS = '/api/v1/video-stocks';

let stack: Stack;
let receiver: Receiver;
let worker: Running;
let seed: Loaded;
let alice: Client;
let tus: Tus;
let keys = 0;

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const api = await stack.start('api');
  worker = await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  const permissions = ['read', 'update', 'delete'];
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', available_seconds: 1_000_000, tokens: [{ key: 'alice', permissions }] },
      { key: 'bob', name: 'Bob', available_seconds: 1000, tokens: [{ key: 'bob', permissions }] },
      { key: 'bearer', name: 'Bears the quota', available_seconds: 1000, tokens: [{ key: 'bearer', permissions }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true },
      { key: 'bobs', title: 'Bob talks', owner: 'bob', ownership_confirmed: true },
      { key: 'sponsored', title: 'Sponsored', owner: 'alice', ownership_confirmed: true, quota_bearer: 'bearer' },
    ],
  });
  alice = new Client(api.baseUrl, seed.tokens['alice']);
  tus = new Tus(alice);
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

const aVideo = (seconds = 10) => tus.upload(anMp4({ seconds }), { filename: 'talk.mp4', filetype: 'video/mp4' });
const aKey = () => `key-${(keys += 1)}`;

async function create(over: object = {}): Promise<Json> {
  const json = { podcast_id: seed.podcasts['tech'], client_key: aKey(), upload_id: await aVideo(), ...over };
  const answer = await alice.request('POST', STOCKS, { json });
  expect(answer.status).toBe(201);
  return answer.json.data;
}

/** Waits until a worker is done with a stock. */
const settled = (id: string, client = alice): Promise<Json> =>
  until(async () => {
    const { data } = (await client.get(`${STOCKS}/${id}`)).json;
    return data.status !== 'processing' && data;
  });

describe('a video stock (decisions 9)', () => {
  it('is one, when two processes are asked for it at once', async () => {
    const other = alice.at((await stack.start('api')).baseUrl);
    const json = { podcast_id: seed.podcasts['tech'], client_key: aKey(), upload_id: await aVideo() };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? alice : other).request('POST', STOCKS, { json })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json.data.id as string)).size).toBe(1);
  });

  it('waits for at most one turn, however many files of another user were there first', async () => {
    const bob = alice.with(seed.tokens['bob']!);
    process.kill(worker.pid, 'SIGSTOP'); // until all are due
    const many = [];
    for (let count = 0; count < 8; count += 1) many.push((await create()).id as string);
    const json = { podcast_id: seed.podcasts['bobs'], client_key: aKey(), upload_id: await new Tus(bob).upload(anMp4({ seconds: 1 })) };
    const { id } = (await bob.request('POST', STOCKS, { json })).json.data as { id: string };
    process.kill(worker.pid, 'SIGCONT');
    await Promise.all([...many.map((one) => settled(one)), settled(id, bob)]);
    const order = await stack.query<{ id: string }>('SELECT id FROM video_stocks WHERE id = ANY ($1) ORDER BY updated_at', [[...many, id]]);
    expect(order.findIndex((one) => one.id === id)).toBeLessThanOrEqual(3); // the worker reads two at a time
  });

  it('is read by another worker when the one that was at it is killed', async () => {
    const worker = await stack.start('worker');
    const { id } = await create();
    await worker.stop('SIGKILL');
    // Whoever had it: its claim has lapsed.
    await stack.query(`UPDATE video_stocks SET probe_due_at = now() WHERE id = $1 AND status = 'processing'`, [id]);
    expect((await settled(id as string)).status).toBe('ready');
  });
});

describe('to who bears the quota (spec 6)', () => {
  beforeAll(async () => {
    const bearer = alice.with(seed.tokens['bearer']!);
    await bearer.put('/api/v1/video-webhook', { url: `https://${HOST}/bearer` });
    await until(async () => (await bearer.get('/api/v1/video-webhook')).json.data.active as boolean);
  });

  const noVideo = () => tus.upload(Buffer.from('no video'));
  const tooLong = () => aVideo(5000); // of 1,000
  const gone = async () => {
    const upload_id = await aVideo();
    await rm(join(stack.dir, 'uploads', upload_id));
    return upload_id;
  };

  it.each([
    ['unreadable_media', noVideo],
    ['upload_missing', gone],
    ['quota_exceeded', tooLong],
  ])('a failure by %s is told', async (failure, upload) => {
    const podcast_id = seed.podcasts['sponsored'];
    const failed = await settled((await create({ podcast_id, upload_id: await upload() })).id as string);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: failure } });
    const { path, event } = await until(() => receiver.of('video_stock.failed').find((one) => one.event.data['id'] === failed.id));
    const data = { id: failed.id, podcastId: podcast_id, clientKey: failed.client_key, status: 'failed', matchedEpisodeId: null };
    expect([path, event.data]).toEqual(['/bearer', data]);
  });
});
