import type { Episode } from '../../api/api.ts';
import { currentToken, onTokenChange, reasonOfSignOut } from '../../session/token.ts';

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
let files: readonly BulkFile[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

export const currentFiles = (): readonly BulkFile[] => files;

/** For `useSyncExternalStore`. @returns the end of the subscription */
export function onFilesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function addFiles(podcast: string, added: readonly File[]): void {
  set([...files, ...added.map((file) => ({ key: ++lastKey, podcast, file, state: 'new' }) as const)]);
}

export function updateFile(key: number, change: Partial<BulkFile>): void {
  set(files.map((one) => (one.key === key ? { ...one, ...change } : one)));
}

export function removeFiles(podcast: string): void {
  set(files.filter((one) => one.podcast !== podcast));
}

// Signing out ends them; a token that has ended leaves them.
onTokenChange(() => {
  if (currentToken() === null && reasonOfSignOut() === undefined) set([]);
});

function set(next: readonly BulkFile[]): void {
  files = next;
  for (const listener of listeners) listener();
}
