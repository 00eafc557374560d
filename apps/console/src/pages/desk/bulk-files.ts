import type { Episode } from '../../api/api.ts';
import { Store } from '../../parts/store.ts';
import { onSignOut } from '../../session/token.ts';

/** One of many transcripts that are uploaded at once. */
export type BulkFile = {
  readonly key: number;
  readonly podcast: string;
  readonly file: File;
  readonly state: 'new' | 'ready' | 'same' | 'stopped' | 'uploading' | 'uploaded' | 'failed';
  readonly episode?: Episode | undefined;
  /** The upload, in place of the transcript with this ETag. */
  readonly text?: string;
  readonly etag?: string | null;
  /** Its outcome, in words. */
  readonly told?: string;
  readonly error?: Error | undefined;
};

/** They live outside the page, so that they outlast the end of a token. */
export const bulkFiles = new Store<readonly BulkFile[]>([]);
let lastKey = 0;

export function addFiles(podcast: string, added: readonly File[]): void {
  bulkFiles.set([...bulkFiles.get(), ...added.map((file) => ({ key: ++lastKey, podcast, file, state: 'new' }) as const)]);
}

export function updateFile(key: number, change: Partial<BulkFile>): void {
  bulkFiles.set(bulkFiles.get().map((one) => (one.key === key ? { ...one, ...change } : one)));
}

export function removeFiles(podcast: string): void {
  bulkFiles.set(bulkFiles.get().filter((one) => one.podcast !== podcast));
}

onSignOut(() => bulkFiles.set([]));
