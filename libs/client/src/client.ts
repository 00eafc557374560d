import createFetchClient, { type FetchOptions, type ParseAsResponse } from 'openapi-fetch';
import type {
  FilterKeys,
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers';
import { ApiError } from './errors.js';
import { retrying, type RetryOptions } from './retry.js';
import type { components, paths } from './schema.js';
import { untilStock, type UntilOptions } from './until.js';
import type { Upload, UploadOptions } from './upload.js';

export type ClientOptions = {
  /** Where the API is, without `/api/v1`; in a browser that loaded its page from there, `''`. */
  readonly baseUrl: string;
  /** An API token, or a function that gives the present one. */
  readonly token: string | (() => string | Promise<string>);
  /** How requests are repeated that the API could not take at the moment. */
  readonly retry?: RetryOptions;
  /** Sends the requests; the global `fetch` unless given. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A successful answer. `data` is undefined where the answer has no body: after 204, and 304 for an `If-None-Match`. */
export type Answer<Data> = { readonly data: Data; readonly response: Response };

type Operation<Path extends keyof paths, Method extends HttpMethod> = paths[Path][Method & keyof paths[Path]];
type Init<Path extends keyof paths, Method extends HttpMethod> = FetchOptions<FilterKeys<paths[Path], Method>>;
type Rest<Given> = RequiredKeysOf<Given> extends never ? [init?: Given] : [init: Given];
type Data<Operation, Given> =
  Operation extends Record<string | number, unknown> ? ParseAsResponse<Body<ResponseObjectMap<Operation>>, Given> : never;

/** A body parsed without `parseAs` is JSON, where an answer has other forms too. */
type Body<Responses extends Record<string | number, unknown>> = [SuccessResponse<Responses, 'application/json'>] extends [never]
  ? SuccessResponse<Responses, `${string}/${string}`>
  : SuccessResponse<Responses, 'application/json'>;

/** Sends one request. @throws ApiError when the answer is no success */
type Send<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Given extends Init<Path, Method>>(
  path: Path,
  ...init: Rest<Given>
) => Promise<Answer<Data<Operation<Path, Method>, Given>>>;

type Page = { readonly data: readonly unknown[]; readonly meta: { readonly has_more: boolean; readonly next_cursor: string | null } };
type PageOf<Path extends keyof paths> = Extract<Data<Operation<Path, 'get'>, unknown>, Page>;

/** The paths whose GET answers with a page of a list. */
export type ListPath = {
  [Path in PathsWithMethod<paths, 'get'>]: [PageOf<Path>] extends [never] ? never : Path;
}[PathsWithMethod<paths, 'get'>];

/** One item of the list at a path. */
export type ItemOf<Path extends ListPath> = PageOf<Path> extends { readonly data: readonly (infer Item)[] } ? Item : never;

type Stock = components['schemas']['VideoStockResponse'];

export type Client = {
  readonly GET: Send<'get'>;
  readonly PUT: Send<'put'>;
  readonly POST: Send<'post'>;
  readonly PATCH: Send<'patch'>;
  readonly DELETE: Send<'delete'>;
  /** Every page of a list, from the first or from `query.after` on; a page is requested when it is asked for. */
  readonly pages: <Path extends ListPath>(path: Path, ...init: Rest<Init<Path, 'get'>>) => AsyncGenerator<PageOf<Path>, void, undefined>;
  /** Every item of a list. */
  readonly items: <Path extends ListPath>(path: Path, ...init: Rest<Init<Path, 'get'>>) => AsyncGenerator<ItemOf<Path>, void, undefined>;
  /**
   * Waits until a video has been read (`ready`) or has its episode (`matched`).
   * @returns the stock as it is then; it is `failed` or `canceled` where that cannot come any more
   * @throws Error after `timeoutSeconds`
   */
  readonly until: (stock: Pick<Stock, 'id'>, state: 'ready' | 'matched', options?: UntilOptions) => Promise<Stock>;
  /** Uploads a file in chunks that resume after a failure. The code for it is loaded at the first upload. */
  readonly upload: (file: Upload, options?: UploadOptions) => Promise<{ readonly id: string }>;
};

/** The client of one deployment for one token. @throws TypeError without a token: the API would call it malformed */
export function createClient(options: ClientOptions): Client {
  if (!options.token) throw new TypeError('createClient needs a token, for example token: process.env.PODCAST_TOKEN');
  const { baseUrl, token, headers, fetch = (request: Request) => globalThis.fetch(request) } = options;
  const authorization = async (): Promise<string> => `Bearer ${typeof token === 'function' ? await token() : token}`;
  const api = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: retrying(fetch, options.retry),
    // A text and a form have a Content-Type of their own.
    bodySerializer: (body: unknown) => (typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)),
    querySerializer: { array: { style: 'form', explode: false } }, // lists in a query are separated by commas
  });
  api.use({
    async onRequest({ request }) {
      request.headers.set('Authorization', await authorization());
    },
    async onResponse({ response }) {
      if (!response.ok && response.status !== 304) throw await ApiError.from(response);
    },
  });

  const GET = api.GET as Send<'get'>;
  return {
    GET,
    PUT: api.PUT as Send<'put'>,
    POST: api.POST as Send<'post'>,
    PATCH: api.PATCH as Send<'patch'>,
    DELETE: api.DELETE as Send<'delete'>,
    ...listsOf(GET),
    ...waitsOf(GET),
    async upload(file, uploadOptions) {
      const { upload } = await import('./upload.js');
      return upload({ baseUrl, headers, authorization }, file, uploadOptions);
    },
  };
}

function listsOf(GET: Send<'get'>): Pick<Client, 'pages' | 'items'> {
  async function* pages(path: ListPath, init: ListInit = {}): AsyncGenerator<Page, void, undefined> {
    let query = init.params?.query;
    for (;;) {
      const { data } = (await GET(path, { ...init, params: { ...init.params, query } } as never)) as Answer<Page>;
      yield data;
      if (!data.meta.has_more) return; // a page of events always has a cursor
      query = { ...query, after: data.meta.next_cursor };
    }
  }
  async function* items(path: ListPath, init?: ListInit): AsyncGenerator<unknown, void, undefined> {
    for await (const { data } of pages(path, init)) yield* data;
  }
  return { pages: pages as Client['pages'], items: items as Client['items'] };
}

function waitsOf(GET: Send<'get'>): Pick<Client, 'until'> {
  const types = ['video_stock.matched', 'video_stock.failed', 'video_stock.canceled'] as const;
  const held = {
    show: async (stock: string, wait: number, signal: AbortSignal) =>
      (await GET('/api/v1/video-stocks/{stock}', { params: { path: { stock }, query: { wait } }, signal })).data.data,
    events: async (query: { readonly podcast_id: string; readonly after?: string; readonly wait: number }, signal: AbortSignal) =>
      (await GET('/api/v1/events', { params: { query: { ...query, types: [...types], first: 100 } }, signal })).data,
  };
  return { until: ({ id }, state, options) => untilStock(held, id, { ...options, state }) };
}

type ListInit = { readonly params?: { readonly query?: Record<string, unknown> } };
