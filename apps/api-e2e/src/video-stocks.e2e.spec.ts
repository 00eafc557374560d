import { createClient, type Client as ApiClient, type components } from '@app/client';
import { anMp4 } from '@app/media';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';
import { Stocks, STOCKS, type Registration, type Stock } from './stocks.js';
import { idOf, Tus } from './tus.js';

type Correction = components['schemas']['CorrectVideoStock'];

let stack: CallersStack;
let seed: Loaded;
let baseUrl: string;
let api: ApiClient;
/** For requests that the typed client would not send, and where the status is what counts. */
let alice: Client;
let tus: Tus;
let stocks: Stocks;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const all = ['read', 'update', 'delete'];
  seed = await stack.load({
    users: [
      {
        key: 'alice',
        name: 'Alice',
        available_seconds: 1_000_000,
        tokens: [...all, 'none']
          .map((key) => ({ key, permissions: all.filter((one) => one === key) }))
          .concat({ key: 'alice', permissions: all }),
      },
      { key: 'poor', name: 'Poor', available_seconds: 100, tokens: [{ key: 'poor', permissions: all }] },
      { key: 'bearer', name: 'Bears the quota', available_seconds: 1000, tokens: [{ key: 'bearer', permissions: all }] },
    ],
    podcasts: [
      { key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true, episodes: [1, 2, 3, 4].map((one) => ({ key: `e${one}`, title: `Episode ${one}`, guid: `urn:${one}` })) }, // prettier-ignore
      { key: 'other', title: 'Other', owner: 'alice', ownership_confirmed: true, episodes: [{ key: 'o1', title: 'Other 1' }] },
      { key: 'sponsored', title: 'Sponsored', owner: 'alice', ownership_confirmed: true, quota_bearer: 'bearer' },
      { key: 'unconfirmed', title: 'Unconfirmed', owner: 'alice' },
      { key: 'poor', title: 'Poor', owner: 'poor', ownership_confirmed: true },
      { key: 'bulk', title: 'Bulk', owner: 'alice', ownership_confirmed: true, video_stocks: ['ready', 'ready', 'matched', 'failed', 'canceled', 'processing'].map((status, index) => ({ key: `b${index}`, status })) }, // prettier-ignore
    ],
  });
  ({ baseUrl } = stack);
  api = clientOf('alice');
  stocks = new Stocks(api, seed.podcasts['tech'] ?? '');
  alice = new Client(baseUrl, seed.tokens['alice']);
  tus = new Tus(alice);
});
afterAll(() => stack.destroy());

const clientOf = (key: string) => createClient({ baseUrl, token: seed.tokens[key] ?? '' });
const of = (stock: string) => ({ params: { path: { stock } } });
const post = (path: string, json?: unknown) => alice.request('POST', `${STOCKS}${path}`, { json });
const register = (body: Registration) => api.POST(STOCKS, { body });
const correct = async (id: string, body: Correction) => (await api.PATCH('/api/v1/video-stocks/{stock}', { ...of(id), body })).data.data;
const cancel = async (id: string, expected_revision?: number) =>
  (await api.POST('/api/v1/video-stocks/{stock}/cancel', { ...of(id), body: { expected_revision } })).data.data;
const link = async (id: string, episode_id = '', expected_revision?: number) =>
  (await api.POST('/api/v1/video-stocks/{stock}/link', { ...of(id), body: { episode_id, expected_revision } })).data.data;
const remove = async (upload: string) => (await api.DELETE('/api/v1/uploads/{upload}', { params: { path: { upload } } })).data.data;
const quota = async (client = api) => (await client.GET('/api/v1/video-quota')).data.data;

describe('a video stock (contract 9)', () => {
  it('a video stock is created, read by the worker, charged, and canceled', async () => {
    const used = async () => (await quota()).used_seconds;
    const before = await used();
    const upload_id = await stocks.aVideo(61.4);
    const client_key = stocks.aKey();
    const request = await stocks.aRegistration({ client_key, upload_id, title: 'Ahead', match: { guid: 'urn:99' } });
    const { data, response } = await register(request);
    expect([response.status, data.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        podcast_id: seed.podcasts['tech'],
        client_key,
        status: 'processing',
        revision: 1,
        upload_id,
        title: 'Ahead',
        match: { guid: 'urn:99' },
        duration_seconds: null,
        matched_episode_id: null,
        matched_by: null,
        failure: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = data.data;
    expect(await stocks.settled(id)).toMatchObject({ status: 'ready', revision: 2, duration_seconds: 61 });
    expect(await used()).toBe(before + 61);
    const upload = await api.GET('/api/v1/uploads/{upload}', { params: { path: { upload: upload_id } } });
    expect(upload.data.data.expires_at).toBeNull();
    await expect(remove(upload_id)).rejects.toMatchObject({ status: 409, code: 'upload_in_use' });

    expect(await cancel(id)).toMatchObject({ status: 'canceled', revision: 3 });
    expect(await used()).toBe(before);
    expect((await cancel(id, 1)).revision).toBe(3); // again
    expect(await remove(upload_id)).toEqual({ deleted: true });
    await expect(correct(id, { expected_revision: 3, title: 'x' })).rejects.toMatchObject({ status: 409, code: 'not_correctable' });
  });

  it('one client key makes one stock: the same request always returns it, another request is a conflict', async () => {
    const request = await stocks.aRegistration({ title: 'T' });
    const { id } = (await register(request)).data.data;
    expect((await register({ ...request, match: null })).data.data.id).toBe(id);
    await stocks.settled(id);
    await cancel(id);
    await remove(request.upload_id);
    const again = await register(request); // though its upload has gone
    expect([again.response.status, again.data.data]).toEqual([200, expect.objectContaining({ id, status: 'canceled' })]);
    const conflict = { status: 409, code: 'client_key_conflict' };
    await expect(register({ ...request, title: 'U' })).rejects.toMatchObject(conflict);
    await expect(register({ ...request, upload_id: 'x' })).rejects.toMatchObject(conflict);
    expect((await stocks.create({ podcast_id: seed.podcasts['other'] ?? '', client_key: request.client_key })).id).not.toBe(id);
  });

  it('a video stock is not made of an upload that is not there, not complete, in use, or somebody else’s, nor given one', async () => {
    const part = idOf(await tus.begin(100));
    const taken = (await stocks.create()).upload_id ?? '';
    const foreign = await stocks.uploaded(anMp4({ seconds: 1 }), clientOf('poor'));
    const failed = await stocks.settled((await stocks.create({ upload_id: await stocks.uploaded(Buffer.from('no video')) })).id);
    for (const [upload_id, status, code] of [
      ['x', 422, 'upload_not_found'],
      ['00000000-0000-7000-8000-000000000000', 422, 'upload_not_found'],
      [foreign, 422, 'upload_not_found'],
      [part, 422, 'upload_not_completed'],
      [taken, 409, 'upload_already_used'],
    ] as const) {
      await expect(stocks.create({ upload_id })).rejects.toMatchObject({ status, code });
      await expect(correct(failed.id, { expected_revision: 2, upload_id })).rejects.toMatchObject({ status, code });
    }
    expect(await stocks.show(failed.id)).toEqual(failed);
  });

  it('a video stock has its upload, or the removal of the upload at the same time comes first', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const upload_id = await stocks.aVideo(1);
      const making = post('', { podcast_id: seed.podcasts['tech'], client_key: stocks.aKey(), upload_id });
      const [made, removed] = await Promise.all([making, alice.request('DELETE', `/api/v1/uploads/${upload_id}`)]);
      outcomes.add(JSON.stringify([made, removed].map((answer) => [answer.status, faults(answer)[0]?.code])));
    }
    const possible = [[[201, null], [409, 'upload_in_use']], [[422, 'upload_not_found'], [200, null]]].map((one) => JSON.stringify(one)); // prettier-ignore
    expect([...outcomes].filter((one) => !possible.includes(one))).toEqual([]);
  });

  it.each([
    ['no such podcast', '00000000-0000-7000-8000-000000000000', 404],
    ['no id', 'x', 404],
    ['an unconfirmed podcast', 'unconfirmed', 403],
    ['somebody else’s podcast', 'poor', 403],
  ])('a video stock is not made for %s, whatever else is wrong', async (_, podcast, status) => {
    expect((await post('', { podcast_id: seed.podcasts[podcast] ?? podcast, upload_id: 5 })).status).toBe(status);
  });

  it.each([
    [{}, [['podcast_id', 'required'], ['client_key', 'required'], ['upload_id', 'required']]],
    [{ podcast_id: 5, client_key: 'a b', upload_id: 'u' }, [['podcast_id', 'invalid'], ['client_key', 'invalid']]],
    [{ podcast_id: null, client_key: 'k'.repeat(129), upload_id: 'u', title: '', match: 'x', more: 1 }, [['podcast_id', 'required'], ['client_key', 'invalid'], ['title', 'invalid'], ['match', 'invalid'], ['more', 'unknown_field']]],
    [{ podcast_id: 5, client_key: 'k', upload_id: 'u', match: { guid: '\0', name: 'x' } }, [['podcast_id', 'invalid'], ['match.guid', 'invalid'], ['match.name', 'unknown_field']]],
  ])('a video stock is refused with everything that is wrong: %#', async (body, expected) => {
    const answer = await post('', body);
    expect(answer.status).toBe(422);
    expect(faults(answer).map(({ field, code: found }) => [field, found]).sort()).toEqual([...expected].sort());
  }); // prettier-ignore
});

describe('what the worker reads', () => {
  it.each([
    ['a text', Buffer.from('hello '.repeat(100)), 'unreadable_media'],
    ['nothing', Buffer.alloc(0), 'unreadable_media'],
    ['sound alone', anMp4({ seconds: 5, track: 'sound' }), 'no_video_track'],
  ])('%s fails the stock, which takes another upload', async (_, bytes, failure) => {
    const upload_id = await stocks.uploaded(bytes);
    const failed = await stocks.settled((await stocks.create({ upload_id })).id);
    expect(failed).toMatchObject({
      status: 'failed',
      revision: 2,
      duration_seconds: null,
      failure: { code: failure, message: expect.any(String) },
    });
    const replaced = await correct(failed.id, { expected_revision: 2, upload_id: await stocks.aVideo(7) });
    expect(replaced).toMatchObject({ status: 'processing', revision: 3, failure: null });
    expect(await stocks.settled(failed.id)).toMatchObject({ status: 'ready', revision: 4, duration_seconds: 7 });
    expect(await remove(upload_id)).toEqual({ deleted: true }); // it is free again
  });

  it('a failed stock can be canceled, and its upload can then be deleted', async () => {
    const failed = await stocks.settled((await stocks.create({ upload_id: await stocks.uploaded(Buffer.from('no video')) })).id);
    expect(failed.status).toBe('failed');
    expect(await cancel(failed.id, 2)).toMatchObject({ status: 'canceled', revision: 3 });
    expect(await remove(failed.upload_id ?? '')).toEqual({ deleted: true });
  });

  it('a stock that exceeds the quota fails and leaves the quota unchanged', async () => {
    const poor = clientOf('poor');
    const read = async (seconds: number) => {
      const upload_id = await stocks.uploaded(anMp4({ seconds }), poor);
      const body = { podcast_id: seed.podcasts['poor'] ?? '', client_key: stocks.aKey(), upload_id };
      return stocks.settled((await poor.POST(STOCKS, { body })).data.data.id, poor);
    };
    expect(await read(100)).toMatchObject({ status: 'ready' });
    expect(await read(1)).toMatchObject({ status: 'failed', duration_seconds: 1, failure: { code: 'quota_exceeded' } });
    expect(await quota(poor)).toMatchObject({
      used_seconds: 100,
      remaining_seconds: 0,
      usage_percent: 100,
      low: true,
    });
  });
});

describe('corrections', () => {
  it('corrections count one revision each, and none when nothing changes', async () => {
    const { id } = await stocks.settled((await stocks.create({ title: 'A' })).id);
    const sent = (json: unknown) => alice.request('PATCH', `${STOCKS}/${id}`, { json });
    expect(faults(await sent({ title: 'B' }))).toEqual([{ field: 'expected_revision', code: 'required' }]);
    expect((await correct(id, { expected_revision: 2, title: 'A' })).revision).toBe(2);
    expect(await correct(id, { expected_revision: 2, title: 'B' })).toMatchObject({ title: 'B', revision: 3 });
    const stale = [{ field: 'expected_revision', code: 'revision_mismatch', message: expect.any(String), current_revision: 3 }];
    await expect(correct(id, { expected_revision: 2, title: 'C' })).rejects.toMatchObject({ status: 409, errors: stale });
    const changed = await correct(id, { expected_revision: 3, title: null, match: { title: 'x' } });
    expect(changed).toMatchObject({ title: null, match: { title: 'x' }, revision: 4 });
    for (const match of [[], [{ guid: 'y' }]]) {
      const answer = await sent({ expected_revision: 4, match });
      expect([answer.status, faults(answer)[0]?.code]).toEqual([422, 'invalid']);
    }
    expect(await correct(id, { expected_revision: 4, match: null })).toMatchObject({ match: null, revision: 5 });
    const another = correct(id, { expected_revision: 5, upload_id: await stocks.aVideo() });
    await expect(another).rejects.toMatchObject({ status: 409, code: 'not_correctable' });
    await expect(cancel(id, 4)).rejects.toMatchObject({ status: 409, code: 'revision_mismatch' });
  });

  it('corrections of the match find the episode at once', async () => {
    const { id } = await stocks.settled((await stocks.create()).id);
    expect(await correct(id, { expected_revision: 2, match: { title: ' EPISODE   3' } })).toMatchObject({
      status: 'matched',
      matched_episode_id: seed.episodes['e3'],
      matched_by: 'match',
      revision: 4,
    });
    await expect(cancel(id)).rejects.toMatchObject({ status: 409, code: 'already_matched' });
    await expect(correct(id, { expected_revision: 4, title: 'x' })).rejects.toMatchObject({ status: 409, code: 'not_correctable' });
  });
});

describe('links', () => {
  it('links are made once, and told of once', async () => {
    const { id } = await stocks.create();
    const refused = (status: number, code: string) => expect.objectContaining({ status, code });
    await expect(link(id, seed.episodes['e1'])).rejects.toEqual(refused(409, 'not_ready'));
    await stocks.settled(id);
    await expect(link(id, 'x')).rejects.toEqual(refused(422, 'episode_not_found'));
    await expect(link(id, '00000000-0000-7000-8000-000000000000')).rejects.toEqual(refused(422, 'episode_not_found'));
    await expect(link(id, seed.episodes['o1'])).rejects.toEqual(refused(422, 'episode_podcast_mismatch'));
    const without = await post(`/${id}/link`, {});
    expect([without.status, faults(without)]).toEqual([422, [{ field: 'episode_id', code: 'required' }]]);
    await expect(link(id, seed.episodes['e1'], 1)).rejects.toEqual(refused(409, 'revision_mismatch'));
    const linked = { status: 'matched', matched_by: 'link', matched_episode_id: seed.episodes['e1'], revision: 3 };
    expect(await link(id, seed.episodes['e1'], 2)).toMatchObject(linked);
    expect((await link(id, seed.episodes['e1'], 2)).revision).toBe(3);
    await expect(link(id, seed.episodes['e2'])).rejects.toEqual(refused(409, 'already_matched'));
    const other = await stocks.settled((await stocks.create()).id);
    await expect(link(other.id, seed.episodes['e1'])).rejects.toEqual(refused(409, 'episode_has_video'));
  });
});

describe('unlink', () => {
  const unlink = (id: string, body?: object) => post(`/${id}/unlink`, body);

  it('unlinking frees the episode, keeps the charge, and prevents the same automatic match', async () => {
    const { id } = await stocks.settled((await stocks.create()).id);
    const episode = seed.episodes['e4']!;
    const used = async () => (await quota()).used_seconds;
    expect(await link(id, episode)).toMatchObject({ status: 'matched', revision: 3 });
    const before = await used();
    const refused = await unlink(id, { expected_revision: 2 });
    expect([refused.status, faults(refused)]).toEqual([409, [{ field: 'expected_revision', code: 'revision_mismatch' }]]);
    const ready = { status: 'ready', matched_episode_id: null, matched_by: null, revision: 4 };
    for (const body of [{ expected_revision: 3 }, {}, undefined]) {
      const answer = await unlink(id, body);
      expect([answer.status, answer.json?.data]).toEqual([200, expect.objectContaining(ready)]);
    }
    expect(await used()).toBe(before);
    const shown = await alice.request('GET', `/api/v1/episodes/${episode}`);
    expect(shown.json?.data).toMatchObject({ video: null, missing: ['transcript', 'chapters', 'video'] });
    expect(await correct(id, { expected_revision: 4, match: { title: 'Episode 4' } })).toMatchObject({ status: 'ready', revision: 5 });
    expect(await link(id, episode)).toMatchObject({ status: 'matched', matched_by: 'link' });
  });

  it('unlinking a stock without an episode is 409', async () => {
    const { id } = await stocks.settled((await stocks.create()).id);
    const answer = await unlink(id, {});
    expect([answer.status, faults(answer)]).toEqual([409, [{ field: null, code: 'not_matched' }]]);
  });
});

describe('wait', () => {
  const show = (id: string, query: string) => alice.request('GET', `${STOCKS}/${id}?${query}`);

  it('a wait for a stock answers once the stock has been read', async () => {
    const { id } = await stocks.create();
    const answer = await show(id, 'wait=30');
    expect([answer.status, answer.json?.data.status]).toEqual([200, 'ready']);
    expect(answer.headers.get('etag')).toBe(`"${id}.${answer.json?.data.revision}"`);
  });

  it('a wait for a stock answers after the given seconds with its present state', async () => {
    const began = performance.now();
    const answer = await show(seed.video_stocks['b5']!, 'wait=1');
    expect([answer.status, answer.json?.data.status]).toEqual([200, 'processing']);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it.each(['0', '31', '1.5', 'x', ''])('a wait for a stock refuses wait=%s', async (wait) => {
    const answer = await show(seed.video_stocks['b0']!, `wait=${wait}`);
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: 'wait', code: 'invalid' }]]);
  });
});

describe('the list', () => {
  it('the list of stocks can be asked for the stock with a client_key', async () => {
    const { id, client_key } = await stocks.create();
    const list = (query: string) => alice.request('GET', `${STOCKS}?${query}`);
    const answer = await list(`client_key=${client_key}`);
    expect(answer.json?.data).toEqual([expect.objectContaining({ id })]);
    expect((await list(`client_key=${client_key}x`)).json?.data).toEqual([]);
    const invalid = await list('client_key=a%20b');
    expect([invalid.status, faults(invalid)]).toEqual([422, [{ field: 'client_key', code: 'invalid' }]]);
  });
});

describe('who may', () => {
  it.each([
    ['GET', '', 'read'],
    ['POST', '', 'update'],
    ['GET', '/x', 'read'],
    ['PATCH', '/x', 'update'],
    ['POST', '/x/cancel', 'delete'],
    ['POST', '/x/link', 'update'],
    ['POST', '/x/unlink', 'delete'],
  ])('%s %s needs the permission %s', async (method, path, permission) => {
    const send = (token: string | undefined) => alice.request(method, `${STOCKS}${path}`, { token });
    expect((await send('')).status).toBe(401);
    for (const other of ['read', 'update', 'delete', 'none'].filter((one) => one !== permission)) {
      expect((await send(seed.tokens[other])).status).toBe(403);
    }
    expect((await send(seed.tokens[permission])).status).not.toBe(403);
  });

  it('a stock is seen by its owner, and is not there to who bears the quota', async () => {
    const { id } = await stocks.create({ podcast_id: seed.podcasts['sponsored'] ?? '' });
    await stocks.settled(id);
    const bearer = clientOf('bearer');
    expect((await quota(bearer)).used_seconds).toBe(10);
    expect((await bearer.GET(STOCKS)).data.data).toEqual([]);
    for (const [method, path] of [['GET', ''], ['PATCH', ''], ['POST', '/cancel'], ['POST', '/link']]) {
      for (const none of [id, 'x', '00000000-0000-7000-8000-000000000000']) {
        const sent = { token: seed.tokens['bearer'], ...(method === 'GET' ? {} : { json: { nonsense: 1 } }) };
        const answer = await alice.request(method!, `${STOCKS}/${none}${path}`, sent);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    }
  }); // prettier-ignore

  it('a stock has another ETag for each revision, by which callers know what they have', async () => {
    const { id } = await stocks.create();
    await stocks.settled(id);
    const first = await alice.get(`${STOCKS}/${id}`);
    const headers = { 'If-None-Match': first.headers.get('etag')! };
    const held = await alice.get(`${STOCKS}/${id}`, { headers });
    expect([held.status, held.text]).toEqual([304, '']);
    await correct(id, { expected_revision: 2, title: 'new' });
    expect((await alice.get(`${STOCKS}/${id}`, { headers })).status).toBe(200);
  });
});

describe('the list', () => {
  type Filter = { readonly podcast_id?: string; readonly status?: Stock['status'] };
  const ids = async (filter: Filter = {}) =>
    (await api.GET(STOCKS, { params: { query: { first: 100, ...filter } } })).data.data.map(({ id }) => id);

  it('the list of stocks has the stocks of all podcasts of the caller in order of creation, or of one, or of one state', async () => {
    const all = await ids();
    expect(all).toEqual([...all].sort());
    const podcast_id = seed.podcasts['bulk'] ?? '';
    const bulk = await ids({ podcast_id });
    expect(bulk).toHaveLength(6);
    expect(all).toEqual(expect.arrayContaining(bulk));
    expect(await ids({ podcast_id, status: 'ready' })).toEqual(bulk.slice(0, 2));
    expect((await ids({ status: 'ready' })).filter((id) => bulk.includes(id))).toEqual(bulk.slice(0, 2));
  });

  it('the list of stocks is paged, with cursors of its own filter', async () => {
    const podcast_id = seed.podcasts['bulk'] ?? '';
    const seen: string[] = [];
    for await (const { data, meta } of api.pages(STOCKS, { params: { query: { first: 2, podcast_id } } })) {
      seen.push(...data.map(({ id }) => id));
      if (meta.next_cursor === null) continue;
      const elsewhere = api.GET(STOCKS, { params: { query: { after: meta.next_cursor } } });
      await expect(elsewhere).rejects.toMatchObject({ status: 422, code: 'invalid_cursor' });
    }
    expect(seen).toEqual(await ids({ podcast_id }));
  });

  it.each([
    ['status=odd', 422],
    ['podcast_id=x', 404],
    ['first=0', 422],
    ['page=2', 422],
  ])('the list of stocks refuses %s', async (query, status) => expect((await alice.get(`${STOCKS}?${query}`)).status).toBe(status));

  it.each([
    ['of somebody else', 'poor', 403],
    ['that is not confirmed', 'unconfirmed', 403],
    ['that is not there', '00000000-0000-7000-8000-000000000000', 404],
  ])('the list of stocks refuses a podcast %s, whatever else is wrong (contract 2.7)', async (_, podcast, status) => {
    const list = `${STOCKS}?podcast_id=${seed.podcasts[podcast] ?? podcast}`;
    expect((await alice.get(list)).status).toBe(status);
    expect((await alice.get(`${list}&status=nonsense&first=0&page=2`)).status).toBe(status);
  });
});

it('thirty cancels during a long match block no other request, and are unavailable after 5 s', async () => {
  const { id } = await stocks.create({ podcast_id: seed.podcasts['other'] ?? '', upload_id: await stocks.aVideo(5) });
  await stocks.settled(id);
  await stack.session(async (match) => {
    await match('BEGIN');
    await match('SELECT FROM podcasts WHERE id = $1 FOR NO KEY UPDATE', [seed.podcasts['other']]);
    let answered = 0;
    const cancels = Array.from({ length: 30 }, () => alice.request('POST', `${STOCKS}/${id}/cancel`).finally(() => (answered += 1)));
    for (let read = 0; read < 20; read++) expect((await alice.get('/api/v1/podcasts')).status).toBe(200);
    expect(answered).toBe(0);
    const answers = await Promise.all(cancels);
    expect(answers.map((answer) => [answer.status, faults(answer)[0]?.code, answer.headers.has('retry-after')])).toEqual(
      Array(30).fill([503, 'unavailable', true]),
    );
    await match('ROLLBACK');
  });
  expect(await cancel(id)).toMatchObject({ status: 'canceled' });
});
