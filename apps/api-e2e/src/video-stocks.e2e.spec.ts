import { anMp4 } from '@app/platform/testing/mp4';
import { until } from '@app/platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults, type Answer, type Json } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';
import { Tus } from './tus.js';

const STOCKS = '/api/v1/video-stocks';

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let tus: Tus;
let keys = 0;

beforeAll(async () => {
  stack = await Stack.forCallers();
  await stack.worker();
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
  alice = new Client((await stack.api()).baseUrl, seed.tokens['alice']);
  tus = new Tus(alice);
});
afterAll(() => stack.destroy());

const aVideo = (seconds = 10) => tus.upload(anMp4({ seconds }), { filename: 'talk.mp4', filetype: 'video/mp4' });
const aKey = () => `key-${(keys += 1)}`;
const post = (path: string, json?: unknown, token?: string) =>
  alice.request('POST', `${STOCKS}${path}`, { json, ...(token ? { token } : {}) });
const patch = (id: string, json: unknown) => alice.request('PATCH', `${STOCKS}/${id}`, { json });
const show = async (id: string): Promise<Json> => (await alice.get(`${STOCKS}/${id}`)).json.data;
const code = (answer: Answer) => [answer.status, faults(answer)[0]?.code];

async function create(over: object = {}): Promise<Json> {
  const answer = await post('', { podcast_id: seed.podcasts['tech'], client_key: aKey(), upload_id: await aVideo(), ...over });
  expect(answer.status).toBe(201);
  return answer.json.data;
}

/** Waits until the worker is done with a stock. */
const settled = (id: string, client = alice): Promise<Json> =>
  until(async () => {
    const { data } = (await client.get(`${STOCKS}/${id}`)).json;
    return data.status !== 'processing' && data;
  });

describe('a video stock (decisions 9)', () => {
  it('is created, read by the worker, charged, and canceled', async () => {
    const used = async () => (await alice.get('/api/v1/video-quota')).json.data.used_seconds as number;
    const before = await used();
    const upload_id = await aVideo(61.4);
    const client_key = aKey();
    const answer = await post('', { podcast_id: seed.podcasts['tech'], client_key, upload_id, title: 'Ahead', match: { guid: 'urn:99' } });
    expect([answer.status, answer.json.data]).toEqual([
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
    const { id } = answer.json.data;
    expect(await settled(id)).toMatchObject({ status: 'ready', revision: 2, duration_seconds: 61 });
    expect(await used()).toBe(before + 61);
    expect((await alice.get(`/api/v1/uploads/${upload_id}`)).json.data.expires_at).toBeNull();
    expect(code(await alice.request('DELETE', `/api/v1/uploads/${upload_id}`))).toEqual([409, 'upload_in_use']);

    const canceled = await post(`/${id}/cancel`);
    expect([canceled.status, canceled.json.data.status, canceled.json.data.revision]).toEqual([200, 'canceled', 3]);
    expect(await used()).toBe(before);
    expect((await post(`/${id}/cancel`, { expected_revision: 1 })).json.data.revision).toBe(3); // again
    expect((await alice.request('DELETE', `/api/v1/uploads/${upload_id}`)).status).toBe(200);
    expect(code(await patch(id, { expected_revision: 3, title: 'x' }))).toEqual([409, 'not_correctable']);
  });

  it('is one for one key: the same request again finds it for ever, another is a conflict', async () => {
    const request = { podcast_id: seed.podcasts['tech'], client_key: aKey(), upload_id: await aVideo(), title: 'T' };
    const first = await post('', request);
    const { id } = first.json.data;
    expect((await post('', { ...request, match: null })).json.data.id).toBe(id);
    await settled(id);
    await post(`/${id}/cancel`);
    await alice.request('DELETE', `/api/v1/uploads/${request.upload_id}`);
    const again = await post('', request); // though its upload has gone
    expect([again.status, again.json.data.id, again.json.data.status]).toEqual([200, id, 'canceled']);
    expect(code(await post('', { ...request, title: 'U' }))).toEqual([409, 'client_key_conflict']);
    expect(code(await post('', { ...request, upload_id: 'x' }))).toEqual([409, 'client_key_conflict']);
    expect((await create({ podcast_id: seed.podcasts['other'], client_key: request.client_key })).id).not.toBe(id);
  });

  it('is not made of an upload that is not there, not complete, in use, or somebody else’s, nor given one', async () => {
    const part = (await tus.begin(100)).split('/').at(-1);
    const taken = (await create()).upload_id as string;
    const foreign = await new Tus(alice.with(seed.tokens['poor']!)).upload(anMp4({ seconds: 1 }));
    const failed = await settled((await create({ upload_id: await tus.upload(Buffer.from('no video')) })).id as string);
    for (const [upload_id, expected] of [
      ['x', [422, 'upload_not_found']],
      ['00000000-0000-7000-8000-000000000000', [422, 'upload_not_found']],
      [foreign, [422, 'upload_not_found']],
      [part, [422, 'upload_not_completed']],
      [taken, [409, 'upload_already_used']],
    ] as const) {
      const client_key = aKey();
      expect(code(await post('', { podcast_id: seed.podcasts['tech'], client_key, upload_id }))).toEqual(expected);
      expect(code(await patch(failed.id, { expected_revision: 2, upload_id }))).toEqual(expected);
    }
    expect(await show(failed.id)).toEqual(failed);
  });

  it('has its upload, or the removal of the upload at the same time comes first', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const upload_id = await aVideo(1);
      const making = post('', { podcast_id: seed.podcasts['tech'], client_key: aKey(), upload_id });
      const [made, removed] = await Promise.all([making, alice.request('DELETE', `/api/v1/uploads/${upload_id}`)]);
      outcomes.add(JSON.stringify([code(made), code(removed)]));
    }
    const possible = [[[201, null], [409, 'upload_in_use']], [[422, 'upload_not_found'], [200, null]]].map((one) => JSON.stringify(one)); // prettier-ignore
    expect([...outcomes].filter((one) => !possible.includes(one))).toEqual([]);
  });

  it.each([
    ['no such podcast', '00000000-0000-7000-8000-000000000000', 404],
    ['no id', 'x', 404],
    ['an unconfirmed podcast', 'unconfirmed', 403],
    ['somebody else’s podcast', 'poor', 403],
  ])('is not made for %s, whatever else is wrong', async (_, podcast, status) => {
    expect((await post('', { podcast_id: seed.podcasts[podcast] ?? podcast, upload_id: 5 })).status).toBe(status);
  });

  it.each([
    [{}, [['podcast_id', 'required'], ['client_key', 'required'], ['upload_id', 'required']]],
    [{ podcast_id: 5, client_key: 'a b', upload_id: 'u' }, [['podcast_id', 'invalid'], ['client_key', 'invalid']]],
    [{ podcast_id: null, client_key: 'k'.repeat(129), upload_id: 'u', title: '', match: 'x', more: 1 }, [['podcast_id', 'required'], ['client_key', 'invalid'], ['title', 'invalid'], ['match', 'invalid'], ['more', 'unknown_field']]],
    [{ podcast_id: 5, client_key: 'k', upload_id: 'u', match: { guid: '\0', name: 'x' } }, [['podcast_id', 'invalid'], ['match.guid', 'invalid'], ['match.name', 'unknown_field']]],
  ])('is refused with everything that is wrong: %#', async (body, expected) => {
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
    const upload_id = await tus.upload(bytes, { filename: 'named.mp4', filetype: 'video/mp4' });
    const failed = await settled((await create({ upload_id })).id as string);
    expect(failed).toMatchObject({
      status: 'failed',
      revision: 2,
      duration_seconds: null,
      failure: { code: failure, message: expect.any(String) },
    });
    const replaced = await patch(failed.id, { expected_revision: 2, upload_id: await aVideo(7) });
    expect([replaced.status, replaced.json.data]).toEqual([
      200,
      expect.objectContaining({ status: 'processing', revision: 3, failure: null }),
    ]);
    expect(await settled(failed.id)).toMatchObject({ status: 'ready', revision: 4, duration_seconds: 7 });
    expect((await alice.request('DELETE', `/api/v1/uploads/${upload_id}`)).status).toBe(200); // it is free again
  });

  it('what has failed can be canceled, and its upload is free', async () => {
    const failed = await settled((await create({ upload_id: await tus.upload(Buffer.from('no video')) })).id as string);
    expect(failed.status).toBe('failed');
    const canceled = await post(`/${failed.id}/cancel`, { expected_revision: 2 });
    expect([canceled.status, canceled.json.data]).toEqual([200, expect.objectContaining({ status: 'canceled', revision: 3 })]);
    expect((await alice.request('DELETE', `/api/v1/uploads/${failed.upload_id}`)).status).toBe(200);
  });

  it('what does not fit into the quota fails the stock, and the quota stays as it was', async () => {
    const poor = alice.with(seed.tokens['poor']!);
    const upload = (seconds: number) => new Tus(poor).upload(anMp4({ seconds }));
    const register = async (seconds: number) => {
      const json = { podcast_id: seed.podcasts['poor'], client_key: aKey(), upload_id: await upload(seconds) };
      const { id } = (await poor.request('POST', STOCKS, { json })).json.data as { id: string };
      return settled(id, poor);
    };
    expect(await register(100)).toMatchObject({ status: 'ready' });
    expect(await register(1)).toMatchObject({ status: 'failed', duration_seconds: 1, failure: { code: 'quota_exceeded' } });
    expect((await poor.get('/api/v1/video-quota')).json.data).toMatchObject({
      used_seconds: 100,
      remaining_seconds: 0,
      usage_percent: 100,
      low: true,
    });
  });
});

describe('corrections', () => {
  it('count one revision each, and none when nothing changes', async () => {
    const { id } = await settled((await create({ title: 'A' })).id as string);
    expect(code(await patch(id, { title: 'B' }))).toEqual([422, 'required']);
    expect((await patch(id, { expected_revision: 2, title: 'A' })).json.data.revision).toBe(2);
    expect((await patch(id, { expected_revision: 2, title: 'B' })).json.data).toMatchObject({ title: 'B', revision: 3 });
    const stale = await patch(id, { expected_revision: 2, title: 'C' });
    expect([stale.status, stale.json.errors]).toEqual([409, [{ field: 'expected_revision', code: 'revision_mismatch', message: expect.any(String), current_revision: 3 }]]);
    expect((await patch(id, { expected_revision: 3, title: null, match: { title: 'x' } })).json.data).toMatchObject({ title: null, match: { title: 'x' }, revision: 4 });
    for (const match of [[], [{ guid: 'y' }]]) expect(code(await patch(id, { expected_revision: 4, match }))).toEqual([422, 'invalid']);
    expect((await patch(id, { expected_revision: 4, match: null })).json.data).toMatchObject({ match: null, revision: 5 });
    expect(code(await patch(id, { expected_revision: 5, upload_id: await aVideo() }))).toEqual([409, 'not_correctable']);
    expect(code(await post(`/${id}/cancel`, { expected_revision: 4 }))).toEqual([409, 'revision_mismatch']);
  }); // prettier-ignore

  it('of the match find the episode at once', async () => {
    const { id } = await settled((await create()).id as string);
    const answer = await patch(id, { expected_revision: 2, match: { title: ' EPISODE   3' } });
    expect(answer.json.data).toMatchObject({
      status: 'matched',
      matched_episode_id: seed.episodes['e3'],
      matched_by: 'match',
      revision: 4,
    });
    expect(code(await post(`/${id}/cancel`))).toEqual([409, 'already_matched']);
    expect(code(await patch(id, { expected_revision: 4, title: 'x' }))).toEqual([409, 'not_correctable']);
  });
});

describe('links', () => {
  it('are made once, and told of once', async () => {
    const { id } = await create();
    expect(code(await post(`/${id}/link`, { episode_id: seed.episodes['e1'] }))).toEqual([409, 'not_ready']);
    await settled(id as string);
    for (const [episode_id, expected] of [
      ['x', [422, 'episode_not_found']],
      ['00000000-0000-7000-8000-000000000000', [422, 'episode_not_found']],
      [seed.episodes['o1'], [422, 'episode_podcast_mismatch']],
      [undefined, [422, 'required']],
    ]) {
      expect(code(await post(`/${id}/link`, { episode_id }))).toEqual(expected);
    }
    expect(code(await post(`/${id}/link`, { episode_id: seed.episodes['e1'], expected_revision: 1 }))).toEqual([409, 'revision_mismatch']);
    const linked = await post(`/${id}/link`, { episode_id: seed.episodes['e1'], expected_revision: 2 });
    expect([linked.status, linked.json.data]).toEqual([
      200,
      expect.objectContaining({ status: 'matched', matched_by: 'link', matched_episode_id: seed.episodes['e1'], revision: 3 }),
    ]);
    const again = await post(`/${id}/link`, { episode_id: seed.episodes['e1'], expected_revision: 2 });
    expect([again.status, again.json.data.revision]).toEqual([200, 3]);
    expect(code(await post(`/${id}/link`, { episode_id: seed.episodes['e2'] }))).toEqual([409, 'already_matched']);
    const other = await settled((await create()).id as string);
    expect(code(await post(`/${other.id}/link`, { episode_id: seed.episodes['e1'] }))).toEqual([409, 'episode_has_video']);
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
  ])('%s %s needs the permission %s', async (method, path, permission) => {
    const send = (token: string | undefined) => alice.request(method, `${STOCKS}${path}`, { token });
    expect((await send('')).status).toBe(401);
    for (const other of ['read', 'update', 'delete', 'none'].filter((one) => one !== permission)) {
      expect((await send(seed.tokens[other])).status).toBe(403);
    }
    expect((await send(seed.tokens[permission])).status).not.toBe(403);
  });

  it('see a stock: its owner; to who bears the quota it is not there', async () => {
    const { id } = await create({ podcast_id: seed.podcasts['sponsored'] });
    await settled(id as string);
    const bearer = alice.with(seed.tokens['bearer']!);
    expect((await bearer.get('/api/v1/video-quota')).json.data.used_seconds).toBe(10);
    expect((await bearer.get(STOCKS)).json.data).toEqual([]);
    for (const [method, path] of [['GET', ''], ['PATCH', ''], ['POST', '/cancel'], ['POST', '/link']]) {
      for (const none of [id, 'x', '00000000-0000-7000-8000-000000000000']) {
        const answer = await bearer.request(method!, `${STOCKS}/${none}${path}`, method === 'GET' ? {} : { json: { nonsense: 1 } });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    }
  }); // prettier-ignore

  it('know what they have: an ETag a revision', async () => {
    const { id } = await create();
    await settled(id as string);
    const first = await alice.get(`${STOCKS}/${id}`);
    const headers = { 'If-None-Match': first.headers.get('etag')! };
    const held = await alice.get(`${STOCKS}/${id}`, { headers });
    expect([held.status, held.text]).toEqual([304, '']);
    await patch(id as string, { expected_revision: 2, title: 'new' });
    expect((await alice.get(`${STOCKS}/${id}`, { headers })).status).toBe(200);
  });
});

describe('the list', () => {
  const ids = async (query: string) =>
    (await alice.get(`${STOCKS}?first=100&${query}`)).json.data.map(({ id }: Json) => id as string) as string[];

  it('has the stocks of all podcasts of the caller in order of creation, or of one, or of one state', async () => {
    const all = await ids('');
    expect(all).toEqual([...all].sort());
    const bulk = await ids(`podcast_id=${seed.podcasts['bulk']}`);
    expect(bulk).toHaveLength(6);
    expect(all).toEqual(expect.arrayContaining(bulk));
    expect(await ids(`podcast_id=${seed.podcasts['bulk']}&status=ready`)).toEqual(bulk.slice(0, 2));
    expect((await ids('status=ready')).filter((id) => bulk.includes(id))).toEqual(bulk.slice(0, 2));
  });

  it('is paged, with cursors of its own filter', async () => {
    const bulk = `podcast_id=${seed.podcasts['bulk']}`;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json }: Answer = await alice.get(`${STOCKS}?first=2&${bulk}${cursor === null ? '' : `&after=${cursor}`}`);
      seen.push(...(json.data as Json[]).map(({ id }) => id as string));
      cursor = json.meta.next_cursor as string | null;
      if (cursor !== null) expect(code(await alice.get(`${STOCKS}?after=${cursor}`))).toEqual([422, 'invalid_cursor']);
    } while (cursor !== null);
    expect(seen).toEqual(await ids(bulk));
  });

  it.each([
    ['status=odd', 422],
    ['podcast_id=x', 404],
    ['first=0', 422],
    ['page=2', 422],
  ])('refuses %s', async (query, status) => expect((await alice.get(`${STOCKS}?${query}`)).status).toBe(status));

  it.each([
    ['of somebody else', 'poor', 403],
    ['that is not confirmed', 'unconfirmed', 403],
    ['that is not there', '00000000-0000-7000-8000-000000000000', 404],
  ])('refuses a podcast %s, whatever else is wrong (decisions 2.7)', async (_, podcast, status) => {
    const list = `${STOCKS}?podcast_id=${seed.podcasts[podcast] ?? podcast}`;
    expect((await alice.get(list)).status).toBe(status);
    expect((await alice.get(`${list}&status=nonsense&first=0&page=2`)).status).toBe(status);
  });
});

it('thirty cancels during a long match block no other request, and are unavailable after 5 s', async () => {
  const upload_id = await tus.upload(anMp4({ seconds: 5 }), { filename: 'v.mp4' });
  const json: object = { podcast_id: seed.podcasts['other'], client_key: `long-${(keys += 1)}`, upload_id };
  const { id } = (await alice.request('POST', STOCKS, { json })).json.data as { id: string };
  await settled(id);
  await stack.session(async (match) => {
    await match('BEGIN');
    await match('SELECT FROM podcasts WHERE id = $1 FOR NO KEY UPDATE', [seed.podcasts['other']]);
    let answered = 0;
    const cancels = Array.from({ length: 30 }, () => alice.request('POST', `${STOCKS}/${id}/cancel`).finally(() => (answered += 1)));
    for (let read = 0; read < 20; read++) expect((await alice.get('/api/v1/podcasts')).status).toBe(200);
    expect(answered).toBe(0);
    const answers = await Promise.all(cancels);
    expect(answers.map((answer) => [answer.status, faults(answer)[0]?.code, answer.headers.has('retry-after')])).toEqual(Array(30).fill([503, 'unavailable', true])); // prettier-ignore
    await match('ROLLBACK');
  });
  expect((await alice.request('POST', `${STOCKS}/${id}/cancel`)).json.data).toMatchObject({ status: 'canceled' });
});
