import { ApiError } from '@app/client';
import { api, type Stock } from '../../api/api.ts';
import { onError } from '../../api/query-client.ts';
import { matchOf } from '../../api/videos.ts';
import { Store } from '../../parts/store.ts';
import { onSignOut, session } from '../../session/token.ts';

/** One file on its way: to the API, and from there to a video stock. */
export type Transfer = {
  readonly key: number;
  readonly podcast: string;
  readonly file: File;
  readonly title: string;
  readonly guid: string;
  /** The episode that the video is for, where that is known: it is linked as soon as it is ready. */
  readonly episode?: string | undefined;
  readonly state: 'uploading' | 'paused' | 'registering' | 'linking' | 'failed' | 'registered';
  readonly sentBytes: number;
  readonly uploadId?: string | undefined;
  readonly error?: Error | undefined;
  readonly stock?: Stock | undefined;
};

type Wish = Pick<Transfer, 'podcast' | 'file' | 'title' | 'guid' | 'episode'>;

/**
 * The uploads of this tab. They live outside the page, so that one may look at another page meanwhile. After a reload
 * the browser has lost the files: the same file, chosen again, goes on where it stopped (`noted-uploads.ts`).
 */
export const transfers = new Store<readonly Transfer[]>([]);
let lastKey = 0;
const stops = new Map<number, AbortController>();

export function startTransfer(wish: Wish): void {
  const key = ++lastKey;
  const noted = notedUpload(wish.podcast, wish.file);
  transfers.set([...transfers.get(), { ...wish, key, state: 'uploading', sentBytes: 0, uploadId: noted?.id }]);
  void run(key);
}

export function pauseTransfer(key: number): void {
  stops.get(key)?.abort(new DOMException('Paused', 'AbortError'));
}

export function resumeTransfer(key: number): void {
  update(key, { state: 'uploading', error: undefined });
  void run(key);
}

/** Takes a transfer off the list; what the API has received of it is removed there. */
export async function abandonTransfer(key: number): Promise<void> {
  const transfer = transfers.get().find((one) => one.key === key);
  pauseTransfer(key);
  transfers.set(transfers.get().filter((one) => one.key !== key));
  if (!transfer || transfer.state === 'registered') return;
  forgetUpload(transfer.podcast, transfer.file);
  if (transfer.uploadId !== undefined) await removeUpload(transfer.uploadId);
}

// A token that has ended leaves the files: the page of their podcast has them for the next token. Signing out ends
// them.
session.subscribe(() => {
  if (session.get().token === null) for (const { key } of transfers.get()) pauseTransfer(key);
});
onSignOut(() => transfers.set([]));

export function isUnderWay(transfer: Transfer): boolean {
  return transfer.state === 'uploading' || transfer.state === 'registering' || transfer.state === 'linking';
}

async function removeUpload(upload: string): Promise<void> {
  try {
    await api.DELETE('/api/v1/uploads/{upload}', { params: { path: { upload } } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // gone already, or in use: then it is to stay
  }
}

async function run(key: number): Promise<void> {
  const transfer = transfers.get().find((one) => one.key === key);
  if (!transfer) return;
  const { file, podcast } = transfer;
  const stop = new AbortController();
  stops.set(key, stop);
  try {
    const { id } = await api.upload(file, {
      signal: stop.signal,
      resume: transfer.uploadId,
      onCreated: (uploadId) => {
        noteUpload(podcast, file, { id: uploadId, title: transfer.title, guid: transfer.guid });
        update(key, { uploadId });
      },
      onProgress: (sentBytes) => update(key, { sentBytes }),
    });
    update(key, { state: 'registering', sentBytes: file.size, uploadId: id });
    let stock = await register(transfer, id);
    forgetUpload(podcast, file);
    if (transfer.episode !== undefined) {
      update(key, { state: 'linking', stock });
      stock = await link(stock, transfer.episode, stop.signal);
    }
    update(key, { state: 'registered', stock });
  } catch (error) {
    update(key, stop.signal.aborted ? { state: 'paused' } : { state: 'failed', error: error as Error });
    onError(error as Error);
  } finally {
    stops.delete(key);
  }
}

/** The key is the upload's, so that registering again after a lost answer gives the same stock. */
async function register({ podcast, title, guid }: Transfer, upload: string): Promise<Stock> {
  const body = {
    podcast_id: podcast,
    client_key: `console:${upload}`,
    upload_id: upload,
    title: title === '' ? null : title,
    match: matchOf(guid, title),
  };
  return (await api.POST('/api/v1/video-stocks', { body })).data.data;
}

const READ_TIMEOUT_SECONDS = 600;

/** Links a video with its episode once it has been read, unless the worker has matched them by then. */
async function link(registered: Stock, episode: string, signal: AbortSignal): Promise<Stock> {
  const path = { stock: registered.id };
  const stock = await api.until(registered, 'ready', { timeoutSeconds: READ_TIMEOUT_SECONDS, signal });
  if (stock.failure) throw new Error(`${stock.failure.message} (${stock.failure.code})`);
  return (await api.POST('/api/v1/video-stocks/{stock}/link', { params: { path }, body: { episode_id: episode }, signal })).data.data;
}

function update(key: number, changed: Partial<Transfer>): void {
  transfers.set(transfers.get().map((transfer) => (transfer.key === key ? { ...transfer, ...changed } : transfer)));
}

/** An upload begun in this browser, by its file. It holds no token: the browser's next user owns other uploads. */
type Noted = { readonly id: string; readonly title: string; readonly guid: string };

const PREFIX = 'podcast-automation.upload:';

const keyOf = (podcast: string, { name, size, lastModified }: File) => `${PREFIX}${podcast}:${size}:${lastModified}:${name}`;

function noteUpload(podcast: string, file: File, noted: Noted): void {
  localStorage.setItem(keyOf(podcast, file), JSON.stringify(noted));
}

export function notedUpload(podcast: string, file: File): Noted | undefined {
  try {
    const noted = JSON.parse(localStorage.getItem(keyOf(podcast, file)) ?? 'null') as Noted | null;
    return typeof noted?.id === 'string' ? noted : undefined;
  } catch {
    return undefined;
  }
}

function forgetUpload(podcast: string, file: File): void {
  localStorage.removeItem(keyOf(podcast, file));
}
