import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, createClient, type Client, type ClientOptions } from './index.js';

type Seen = { readonly method: string; readonly url: string; readonly authorization: string | undefined; readonly body: string };
type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly json?: unknown; readonly text?: string };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers with the replies in turn, the last one for ever. */
async function serve(...replies: Reply[]): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
    const { status = 200, headers: sent = {}, json, text } = replies[Math.min(seen.length, replies.length) - 1] ?? {};
    response.writeHead(status, { 'Content-Type': json === undefined ? 'text/plain' : 'application/json', ...sent });
    response.end(json === undefined ? text : JSON.stringify(json));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl, token: 'pat_x', ...options });
}

const id = '01a1fd59-06cd-772c-ad64-10fe26ca45b8';
const limited: Reply = {
  status: 429,
  headers: { 'Retry-After': '1', 'X-Request-Id': 'r-1' },
  json: { message: 'Slow down.', errors: [{ field: null, code: 'rate_limited', message: 'Slow down.' }] },
};
const pageOf = (title: string, next: string | null): Reply => ({
  json: { data: [{ id, title }], meta: { has_more: next !== null, next_cursor: next } },
});

async function thrownBy(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('createClient', () => {
  it('the client sends the token, path parameters and a JSON body', async () => {
    const { baseUrl, seen } = await serve({ status: 201, json: { data: { episode_id: id, segment_count: 1 } } });
    const { data, response } = await clientOf(baseUrl).PUT('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode: id }, query: { dry_run: true } },
      body: { content: 'WEBVTT' },
    });
    expect([response.status, data.data.segment_count]).toEqual([201, 1]);
    expect(seen).toEqual([
      { method: 'PUT', url: `/api/v1/episodes/${id}/transcript?dry_run=true`, authorization: 'Bearer pat_x', body: '{"content":"WEBVTT"}' },
    ]);
  });

  it('the client sends a body that is text as it is', async () => {
    const { baseUrl, seen } = await serve({ json: { data: { episode_id: id, chapter_count: 1 } } });
    await clientOf(baseUrl).PUT('/api/v1/episodes/{episode}/chapters', {
      params: { path: { episode: id } },
      headers: { 'Content-Type': 'text/plain' },
      body: '0:00 Intro\n',
    });
    expect(seen).toMatchObject([{ method: 'PUT', body: '0:00 Intro\n' }]);
  });

  it('the client sends a form as one', async () => {
    const { baseUrl, seen } = await serve({ status: 201, json: { data: { id } } });
    const form = new FormData();
    form.set('file', new Blob(['four']), 'talk.mp4');
    await clientOf(baseUrl).POST('/api/v1/uploads', { body: form as never });
    expect(seen).toMatchObject([{ method: 'POST', body: expect.stringMatching(/filename="talk\.mp4"[^]*four/) }]);
  });

  it.each([undefined, ''])('the client says at once that the token is missing: %j', (token) => {
    expect(() => createClient({ baseUrl: 'http://127.0.0.1', token: token! })).toThrow('createClient needs a token');
  });

  it('the client asks for the token at each request when it is a function', async () => {
    const { baseUrl, seen } = await serve({ json: { data: null } });
    let turn = 0;
    const client = clientOf(baseUrl, { token: () => Promise.resolve(`pat_${(turn += 1)}`) });
    await client.GET('/api/v1/token');
    await client.GET('/api/v1/token');
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer pat_1', 'Bearer pat_2']);
  });

  it('the client throws the errors of the API with status, codes, places and request id', async () => {
    const entry = { field: 'content', code: 'reversed_times', message: 'Line 3 ends before it begins.', line: 3, subtitle: 1 };
    const { baseUrl } = await serve({
      status: 422,
      headers: { 'X-Request-Id': 'r-7' },
      json: { message: 'The transcript has defects.', errors: [entry], errors_truncated: true },
    });
    const error = await thrownBy(
      clientOf(baseUrl).PUT('/api/v1/episodes/{episode}/transcript', { params: { path: { episode: id } }, body: { content: 'x' } }),
    );
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'The transcript has defects.',
      status: 422,
      code: 'reversed_times',
      errors: [entry],
      truncated: true,
      requestId: 'r-7',
      retryAfter: null,
    });
    expect([error.has('reversed_times'), error.has('too_large')]).toEqual([true, false]);
  });

  it('the client throws an ApiError also when a proxy answered with something else than JSON', async () => {
    const { baseUrl } = await serve({ status: 502, headers: { 'Content-Type': 'text/html' }, text: '<h1>Bad gateway</h1>' });
    expect(await thrownBy(clientOf(baseUrl).GET('/api/v1/token'))).toMatchObject({
      status: 502,
      code: null,
      errors: [],
      message: 'The server answered with status 502.',
    });
  });

  it('the client gives a text as text, and 304 without data', async () => {
    const { baseUrl } = await serve({ text: 'WEBVTT\n' }, { status: 304, headers: { ETag: '"a"' } });
    const client = clientOf(baseUrl);
    const path = { episode: id };
    const { data } = await client.GET('/api/v1/episodes/{episode}/transcript', {
      params: { path },
      headers: { Accept: 'text/vtt' },
      parseAs: 'text',
    });
    const unchanged = await client.GET('/api/v1/episodes/{episode}/chapters', { params: { path, header: { 'If-None-Match': '"a"' } } });
    expect([data, unchanged.response.status, unchanged.data]).toEqual(['WEBVTT\n', 304, undefined]);
  });
});

describe('lists', () => {
  it('a list of the client iterates over the items of every page, and requests a page only when it is reached', async () => {
    const { baseUrl, seen } = await serve(pageOf('One', 'c1'), pageOf('Two', 'c2'), pageOf('Three', null));
    const items = clientOf(baseUrl).items('/api/v1/podcasts', { params: { query: { first: 1 } } });
    const titles = [(await items.next()).value?.title];
    expect(seen).toHaveLength(1);
    for await (const { title } of items) titles.push(title);
    expect(titles).toEqual(['One', 'Two', 'Three']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/podcasts?first=1',
      '/api/v1/podcasts?first=1&after=c1',
      '/api/v1/podcasts?first=1&after=c2',
    ]);
  });

  it('a list of the client ends with the last page of events, whose cursor is there all the same', async () => {
    const { baseUrl, seen } = await serve(pageOf('One', 'c1'), { json: { data: [{ id }], meta: { has_more: false, next_cursor: 'c2' } } });
    const ids = [];
    for await (const event of clientOf(baseUrl).items('/api/v1/events')) ids.push(event.id);
    expect([ids, seen.length]).toEqual([[id, id], 2]);
  });

  it('a list of the client gives whole pages', async () => {
    const { baseUrl } = await serve(pageOf('One', 'c1'), pageOf('Two', null));
    const cursors = [];
    for await (const { meta } of clientOf(baseUrl).pages('/api/v1/podcasts')) cursors.push(meta.next_cursor);
    expect(cursors).toEqual(['c1', null]);
  });
});

describe('repeating', () => {
  it('the client waits for Retry-After, then at least twice as long, and sends the body again', async () => {
    const { baseUrl, seen } = await serve(limited, limited, { json: { data: { episode_id: id, chapter_count: 0 } } });
    const waits: number[] = [];
    const client = clientOf(baseUrl, { retry: { onWait: ({ seconds }) => waits.push(seconds) } });
    await client.PUT('/api/v1/episodes/{episode}/chapters', { params: { path: { episode: id } }, body: { chapters: [] } });
    expect(waits).toEqual([1, 2]);
    expect(seen.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => '{"chapters":[]}'));
  });

  it('the client throws at once when the wait would be longer than allowed', async () => {
    const { baseUrl, seen } = await serve({ ...limited, headers: { 'Retry-After': '3600' } });
    expect(await thrownBy(clientOf(baseUrl).GET('/api/v1/token'))).toMatchObject({ status: 429, retryAfter: 3600, code: 'rate_limited' });
    expect(seen).toHaveLength(1);
  });

  it('the client throws when all waits of a request together would be longer than allowed', async () => {
    const { baseUrl } = await serve(limited);
    const waits: number[] = [];
    const client = clientOf(baseUrl, { retry: { maxWaitSeconds: 2, onWait: ({ seconds }) => waits.push(seconds) } });
    expect(await thrownBy(client.GET('/api/v1/token'))).toMatchObject({ status: 429 });
    expect(waits).toEqual([1]); // the next one would be of two seconds
  });

  it('the client repeats after 503 only what cannot happen twice', async () => {
    const away: Reply = { status: 503, headers: { 'Retry-After': '0' }, json: { message: 'Not available.' } };
    const { baseUrl, seen } = await serve(away);
    const client = clientOf(baseUrl, { retry: { maxWaitSeconds: 1 } });
    await thrownBy(client.GET('/api/v1/token'));
    await thrownBy(client.POST('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast: id } } }));
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  it('the client ends a wait when the request is aborted', async () => {
    const { baseUrl, seen } = await serve({ ...limited, headers: { 'Retry-After': '100' } });
    const abort = new AbortController();
    const client = clientOf(baseUrl, { retry: { onWait: () => abort.abort(new Error('enough')) } });
    await expect(client.GET('/api/v1/token', { signal: abort.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('an upload', () => {
  const file = Buffer.from('four');
  const tus = { 'Tus-Resumable': '1.0.0' };
  const created: Reply = { status: 201, headers: { ...tus, Location: `/api/v1/uploads/${id}` } };

  it('an upload is refused at once by a 409 that does not pass, such as too_many_uploads', async () => {
    const json = { message: 'Too many.', errors: [{ field: null, code: 'too_many_uploads', message: 'Too many.' }] };
    const { baseUrl, seen } = await serve({ status: 409, headers: tus, json });
    expect(await thrownBy(clientOf(baseUrl).upload(file))).toMatchObject({ status: 409, code: 'too_many_uploads' });
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
  });

  it.each(['', '/', '///', '/below/it', '/below/it//'])('an upload goes below the base URL, which ends with %j', async (end) => {
    const { baseUrl, seen } = await serve(created, { status: 204, headers: { ...tus, 'Upload-Offset': '4' } });
    expect(await clientOf(`${baseUrl}${end}`).upload(file)).toEqual({ id });
    expect(seen[0]?.url).toBe(`${end.replaceAll(/\/+$/g, '')}/api/v1/uploads`);
  });

  it('an upload that is resumed is asked for by its id, however that is written', async () => {
    const { baseUrl, seen } = await serve({ headers: { ...tus, 'Upload-Offset': '4', 'Upload-Length': '4' } });
    expect(await clientOf(baseUrl).upload(file, { resume: 'a/b?c' })).toEqual({ id: 'a/b?c' });
    expect(seen.map(({ method, url }) => [method, url])).toEqual([['HEAD', '/api/v1/uploads/a%2Fb%3Fc']]);
  });

  it('an upload whose offset does not match asks for it, and goes on there', async () => {
    const { baseUrl, seen } = await serve(
      created,
      { status: 409, headers: tus },
      { headers: { ...tus, 'Upload-Offset': '2', 'Upload-Length': '4' } },
      { status: 204, headers: { ...tus, 'Upload-Offset': '4' } },
    );
    expect(await clientOf(baseUrl).upload(file)).toEqual({ id });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([['POST', ''], ['PATCH', 'four'], ['HEAD', ''], ['PATCH', 'ur']]); // prettier-ignore
  });
});

describe('until', () => {
  const stock = (status: string): Reply => ({ json: { data: { id, status, podcast_id: 'p' } } });

  it('a wait of the client waits until the video is ready, by requests that the API holds', async () => {
    const { baseUrl, seen } = await serve(stock('processing'), stock('ready'));
    expect(await clientOf(baseUrl).until({ id }, 'ready')).toMatchObject({ id, status: 'ready' });
    expect(seen.map(({ url }) => url)).toEqual(Array(2).fill(`/api/v1/video-stocks/${id}?wait=30`));
  });

  it('a wait of the client waits on for its episode by events that the API holds, not by asking again and again', async () => {
    const told = (ids: string[], cursor: string, more = false): Reply => ({
      json: { data: ids.map((of) => ({ data: { id: of } })), meta: { has_more: more, next_cursor: cursor } },
    });
    const { baseUrl, seen } = await serve(
      ...[stock('ready'), told(['another'], 'c0', true), told([id], 'c1'), stock('ready')], // it was unlinked since
      ...[told(['another'], 'c2'), told([id], 'c3'), stock('matched')],
    );
    expect(await clientOf(baseUrl).until({ id }, 'matched')).toMatchObject({ id, status: 'matched' });
    const types = 'types=video_stock.matched,video_stock.failed,video_stock.canceled&first=100';
    const held = `/api/v1/video-stocks/${id}?wait=30`;
    expect(seen.map(({ url }) => url)).toEqual([
      ...[held, `/api/v1/events?podcast_id=p&wait=30&${types}`, `/api/v1/events?podcast_id=p&after=c0&wait=30&${types}`, held],
      ...['c1', 'c2'].map((after) => `/api/v1/events?podcast_id=p&after=${after}&wait=30&${types}`),
      held,
    ]);
  });

  it('a wait of the client asks anew when all places of the user were taken', async () => {
    const json = { message: 'Too many.', errors: [{ field: null, code: 'too_many_waiting', message: 'Too many.' }] };
    const { baseUrl, seen } = await serve({ status: 429, json }, stock('matched'));
    expect(await clientOf(baseUrl, { retry: { retries: 0 } }).until({ id }, 'matched')).toMatchObject({ status: 'matched' });
    expect(seen).toHaveLength(2);
  }, 30_000);

  it('a wait of the client ends with any other refusal', async () => {
    const json = { message: 'There is no such video stock.', errors: [{ field: null, code: 'not_found', message: 'None.' }] };
    const { baseUrl, seen } = await serve({ status: 404, json });
    await expect(clientOf(baseUrl).until({ id }, 'ready', { timeoutSeconds: 5 })).rejects.toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });

  it.each(['failed', 'canceled'])('a wait of the client gives back a stock that is %s', async (status) => {
    const { baseUrl } = await serve(stock(status));
    expect(await clientOf(baseUrl).until({ id }, 'matched')).toMatchObject({ id, status });
  });

  it.each([
    ['answers', () => Promise.resolve(Response.json({ data: { id, status: 'processing' } }))],
    ['never answers', () => new Promise<Response>(() => undefined)],
  ])('a wait of the client ends after its time, also when the API %s', async (_, fetch) => {
    const waiting = clientOf('http://127.0.0.1', { fetch: (request) => Promise.race([fetch(), endOf(request.signal)]) });
    await expect(waiting.until({ id }, 'matched', { timeoutSeconds: 0.1 })).rejects.toThrow(/ after 0\.1 s\.$/);
  });

  const endOf = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

  it('a wait of the client ends when it is aborted', async () => {
    const { baseUrl } = await serve(stock('ready'));
    const client = clientOf(baseUrl);
    const aborting = new AbortController();
    const waiting = client.until({ id }, 'matched', { signal: aborting.signal });
    aborting.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
