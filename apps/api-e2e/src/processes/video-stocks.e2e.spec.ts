import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type Client } from '@app/client';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { chromiumPath } from '@app/stack/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forged, hasFfmpeg, Media, pictures, sound } from '../media.js';
import { withPage } from '../page.js';
import { Receiver } from '../receiver.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Stocks, STOCKS } from '../stocks.js';

const HOST = 'hooks.example.com';

let stack: Stack;
let receiver: Receiver;
let worker: Running;
let seed: Loaded;
let alice: Client;
let baseUrl: string;
let stocks: Stocks;

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
  ({ baseUrl } = await stack.start('api'));
  worker = await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  const permissions = ['read', 'update', 'delete'];
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', available_seconds: 1_000_000, tokens: [{ key: 'alice', permissions }] },
      { key: 'bob', name: 'Bob', available_seconds: 1000, tokens: [{ key: 'bob', permissions }] },
      { key: 'bearer', name: 'Bears the quota', available_seconds: 1000, tokens: [{ key: 'bearer', permissions }] },
      { key: 'carol', name: 'Carol', available_seconds: 1_000_000, tokens: [{ key: 'carol', permissions }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true },
      { key: 'bobs', title: 'Bob talks', owner: 'bob', ownership_confirmed: true },
      { key: 'carols', title: 'Carol sings', owner: 'carol', ownership_confirmed: true },
      { key: 'sponsored', title: 'Sponsored', owner: 'alice', ownership_confirmed: true, quota_bearer: 'bearer' },
    ],
  });
  alice = clientOf('alice');
  stocks = new Stocks(alice, seed.podcasts['tech'] ?? '');
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

const clientOf = (key: string, at = baseUrl) => createClient({ baseUrl: at, token: seed.tokens[key] ?? '' });

describe('a video stock (contract 9)', () => {
  it('a video stock is one, when two processes are asked for it at once', async () => {
    const other = clientOf('alice', (await stack.start('api')).baseUrl);
    const body = await stocks.aRegistration();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? alice : other).POST(STOCKS, { body })));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const ids = new Set(answers.map(({ data }) => data.data.id));
    expect(ids.size).toBe(1);
    // The next test stops the worker, which must have no open transaction then.
    for (const id of ids) await stocks.settled(id);
  });

  it('a video stock waits for at most one turn, however many files of another user were there first', async () => {
    const bob = clientOf('bob');
    process.kill(worker.pid, 'SIGSTOP'); // until all are due
    const many = [];
    for (let count = 0; count < 8; count += 1) many.push((await stocks.create()).id);
    const upload_id = await stocks.uploaded(anMp4({ seconds: 1 }), bob);
    const { data } = await bob.POST(STOCKS, { body: await stocks.aRegistration({ podcast_id: seed.podcasts['bobs'] ?? '', upload_id }) });
    const { id } = data.data;
    process.kill(worker.pid, 'SIGCONT');
    await Promise.all([...many.map((one) => stocks.settled(one)), stocks.settled(id, bob)]);
    const order = await stack.query<{ id: string }>('SELECT id FROM video_stocks WHERE id = ANY ($1) ORDER BY updated_at', [[...many, id]]);
    expect(order.findIndex((one) => one.id === id)).toBeLessThanOrEqual(3); // the worker reads two at a time
  });

  it('a video whose worker is killed is read by another worker', async () => {
    const worker = await stack.start('worker');
    const { id } = await stocks.create();
    await worker.stop('SIGKILL');
    // Ends the claim of the killed worker now instead of after its time.
    await stack.query(`UPDATE video_stocks SET probe_due_at = now() WHERE id = $1 AND status = 'processing'`, [id]);
    expect((await stocks.settled(id)).status).toBe('ready');
  });
});

describe('to who bears the quota (contract 6.6)', () => {
  beforeAll(async () => {
    const bearer = clientOf('bearer');
    await bearer.PUT('/api/v1/video-webhook', { body: { url: `https://${HOST}/bearer` } });
    await until(async () => (await bearer.GET('/api/v1/video-webhook')).data.data?.active);
  });

  const noVideo = () => stocks.uploaded(Buffer.from('no video'));
  const tooLong = () => stocks.aVideo(5000); // of 1,000
  const gone = async () => {
    const upload_id = await stocks.aVideo();
    await rm(join(stack.dir, 'uploads', upload_id));
    return upload_id;
  };

  it.each([
    ['unreadable_media', noVideo],
    ['upload_missing', gone],
    ['quota_exceeded', tooLong],
  ])('a failure by %s is told', async (failure, upload) => {
    const podcast_id = seed.podcasts['sponsored'] ?? '';
    const failed = await stocks.settled((await stocks.create({ podcast_id, upload_id: await upload() })).id);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: failure } });
    const { path, event } = await until(() => receiver.of('video_stock.failed').find((one) => one.event.data['id'] === failed.id));
    const data = { id: failed.id, podcastId: podcast_id, clientKey: failed.client_key, status: 'failed', matchedEpisodeId: null };
    expect([path, event.data]).toEqual(['/bearer', data]);
  });
});

describe('the seconds that are charged (contract 9)', () => {
  const carol = () => clientOf('carol');
  const used = async () => (await carol().GET('/api/v1/video-quota')).data.data.used_seconds;

  /** The outcome of a file: its state, its seconds, and those that were charged. */
  async function outcomeOf(upload_id: string): Promise<unknown[]> {
    const before = await used();
    const body = await stocks.aRegistration({ podcast_id: seed.podcasts['carols'] ?? '', upload_id });
    const { data } = await carol().POST(STOCKS, { body });
    const { status, duration_seconds, failure } = await stocks.settled(data.data.id, carol());
    return [status, failure?.code ?? null, duration_seconds, (await used()) - before];
  }

  if (!hasFfmpeg) console.info('ffmpeg is not on the PATH: real media are not tried.');
  else {
    const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    const VP8 = ['-c:v', 'libvpx', '-c:a', 'libopus'];
    const video = pictures(7.4);

    // Other files, read and refused: libs/video-stocks/src/probing/probe.spec.ts.
    it('the seconds that are charged of a WebM as MediaRecorder writes it, whose head has no duration, are those of its pictures', async () => {
      const { id: upload } = await carol().upload(new Media(stack.dir).stream(...video, ...sound(7.4), ...VP8, '-live', '1', '-f', 'webm'));
      expect(await outcomeOf(upload)).toEqual(['ready', null, 7, 7]);
    });

    it('the seconds that are charged of a Matroska whose head claims a thousandth of its duration are none: it is refused', async () => {
      const matroska = new Media(stack.dir).file('a.mkv', ...video, ...H264, '-write_crc32', '0');
      const thousandth = (bytes: Buffer, at: number) => bytes.writeDoubleBE(bytes.readDoubleBE(at) / 1000, at);
      const { id: upload } = await carol().upload(forged(matroska, Buffer.from([0x44, 0x89, 0x88]), thousandth));
      expect(await outcomeOf(upload)).toEqual(['failed', 'unreadable_media', null, 0]);
    });
  }

  if (chromiumPath === undefined) console.info('No Chromium is on the PATH: a recording of a browser is not tried.');
  else
    it('the seconds that are charged of a recording of MediaRecorder in Chromium are no more than it lasted', async () => {
      const work = { baseUrl, token: seed.tokens['carol']!, seconds: 3 };
      const { upload, lastedMs } = await withPage('recorder-page.ts', stack.dir, (page) =>
        page.evaluate<{ upload: string; lastedMs: number }>(`record(${JSON.stringify(work)})`),
      );
      const [status, failure, seconds, charged] = await outcomeOf(upload);
      expect([status, failure, charged]).toEqual(['ready', null, seconds]);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(Math.ceil(lastedMs / 1000));
    });
});
