import { useSyncExternalStore } from 'react';
import { messageOf } from './problem.tsx';

type Notice = { readonly id: number; readonly kind: 'good' | 'bad'; readonly text: string };

const SHOWN_MS = 8000;
const MAX_NOTICES = 4;

const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

/** Tells what an action did, at the edge of the page. */
export function notify(text: string): void {
  add('good', text);
}

/** Tells why an action failed, in the API's words. It stays until it is closed. */
export function notifyOfFailure(error: Error): void {
  add('bad', messageOf(error));
}

export function Notices() {
  const shown = useSyncExternalStore(onChange, () => notices);
  return (
    <div className="notices" role="log" aria-live="polite" aria-label="Messages">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={`notice notice-${kind}`}>
          <p>{text}</p>
          <button type="button" className="button button-quiet" onClick={() => close(id)} aria-label={`Close the message: ${text}`}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

function add(kind: Notice['kind'], text: string): void {
  const id = ++lastId;
  set([...notices, { id, kind, text }].slice(-MAX_NOTICES));
  if (kind === 'good') setTimeout(() => close(id), SHOWN_MS);
}

function close(id: number): void {
  set(notices.filter((notice) => notice.id !== id));
}

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
