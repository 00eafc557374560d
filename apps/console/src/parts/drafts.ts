import { queryOptions } from '@tanstack/react-query';
import { createStore, del, delMany, entries, get, set } from 'idb-keyval';
import type { Episode } from '../api/api.ts';

/** Most drafts that a device keeps; the oldest go first. */
const MAX_DRAFTS = 20;
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** A change is on the device this much later. */
const SAVE_AFTER_MS = 300;

/** After this time without an answer, the storage counts as one that refuses. */
const STORAGE_TIMEOUT_MS = 5000;

/** A draft, with the podcast of its episode: signing out asks about drafts of the person's podcasts. */
type Kept = { readonly content: unknown; readonly podcast: string; readonly savedAt: number };

/** The drafts to be written. They stay here while the device refuses it, so that it lives as long as the tab. */
const pending = new Map<string, () => Kept>();
const stored = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let turn: Promise<unknown> = Promise.resolve();
let opened: ReturnType<typeof createStore> | undefined;

const store = () => (opened ??= createStore('podcast-automation', 'drafts'));

/** One after the other, so that what is dropped is not written again. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = turn.then(() => {
    const late = Promise.withResolvers<never>();
    const deadline = setTimeout(() => late.reject(new Error('storage timeout')), STORAGE_TIMEOUT_MS);
    return Promise.race([work(), late.promise]).finally(() => clearTimeout(deadline));
  });
  turn = done.catch(() => undefined);
  return done;
}

/** Edited texts not uploaded yet, kept here (IndexedDB) by episode, through reload, crash and a token's end. */
export class Drafts<Content> {
  constructor(private readonly kind: string) {}

  /** @param make called when it is written: most changes of a text are followed by another */
  keep({ id, podcast_id: podcast }: Episode, make: () => Content): void {
    pending.set(this.key(id), () => ({ content: make(), podcast, savedAt: Date.now() }));
    const [oldest] = pending.keys();
    if (pending.size > MAX_DRAFTS && oldest !== undefined) pending.delete(oldest);
    timer ??= setTimeout(() => void flushDrafts(), SAVE_AFTER_MS);
  }

  drop(episode: string): void {
    const key = this.key(episode);
    pending.delete(key);
    if (stored.delete(key)) void inTurn(() => del(key, store())).catch(() => undefined);
  }

  /** The draft to go on with; null when there is none. */
  query(episode: string) {
    return queryOptions({
      queryKey: ['draft', this.key(episode)],
      queryFn: async () => (await this.of(episode)) ?? null,
      staleTime: Infinity,
      gcTime: 0,
      networkMode: 'always',
    });
  }

  /** @returns undefined also when the device does not answer */
  private async of(episode: string): Promise<Content | undefined> {
    const key = this.key(episode);
    const kept = pending.get(key)?.() ?? (await inTurn(() => get<Kept>(key, store())).catch(() => undefined));
    if (kept) stored.add(key);
    return kept && kept.savedAt > Date.now() - MAX_AGE_MS ? (kept.content as Content) : undefined;
  }

  key(episode: string): string {
    return `${this.kind}/${episode}`;
  }
}

/** Writes all pending drafts at once. */
export async function flushDrafts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  await Promise.all([...pending].map(([key, make]) => write(key, make)));
}

async function write(key: string, make: () => Kept): Promise<void> {
  const isNew = !stored.has(key);
  try {
    await inTurn(async () => {
      if (pending.get(key) !== make) return; // dropped, or changed again
      stored.add(key);
      await set(key, make(), store());
      if (pending.get(key) === make) pending.delete(key);
    });
    if (isNew) await inTurn(prune);
  } catch {
    // It stays in `pending`: the browser asks before the tab is closed, and the next change tries again.
  }
}

async function prune(): Promise<void> {
  const kept = (await entries<string, Kept>(store())).toSorted(([, one], [, other]) => other.savedAt - one.savedAt);
  const old = kept.filter(([, { savedAt }], at) => at >= MAX_DRAFTS || savedAt < Date.now() - MAX_AGE_MS);
  await delMany(
    old.map(([key]) => key),
    store(),
  );
}

/** The drafts on this device of episodes of these podcasts. */
export async function draftsOf(podcasts: ReadonlySet<string>): Promise<readonly string[]> {
  await flushDrafts();
  const kept = await inTurn(() => entries<string, Kept>(store())).catch(() => []);
  const own = kept.filter(([, { podcast }]) => podcasts.has(podcast)).map(([key]) => key);
  return [...new Set([...own, ...pending.keys()])];
}

/** @param found as {@link draftsOf} has found them; what was kept meanwhile is forgotten too */
export async function forgetDrafts(found: readonly string[]): Promise<void> {
  await flushDrafts(); // by then an editor that is left has handed over its text
  const left = [...new Set([...found, ...pending.keys()])];
  for (const key of left) {
    pending.delete(key);
    stored.delete(key);
  }
  await inTurn(() => delMany(left, store())).catch(() => undefined);
}

globalThis.document?.addEventListener('visibilitychange', () => void flushDrafts());
// Has the browser ask before a tab is closed whose last change is not on the device.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (pending.size > 0) event.preventDefault();
  void flushDrafts();
});
