import { Fragment } from 'react';
import { session } from '../session/token.ts';
import { codesOf, langOf, messageOf } from './states.tsx';
import { Button } from './controls.tsx';
import { Store } from './store.ts';
import { useStore } from './use-store.ts';
import { t } from '../texts/language.ts';

type Words = { readonly text: string; readonly lang?: 'en' | undefined; readonly codes?: readonly string[] };
type Notice = Words & { readonly id: number; readonly kind: 'good' | 'bad' };

const SHOWN_SECONDS = 8;

/** Most messages of each kind; the oldest goes first. */
const MAX_NOTICES = 20;

const notices = new Store<readonly Notice[]>([]);
let lastId = 0;

/** Tells what an action did, at the edge of the page. */
export function notify(text: string): void {
  const id = add('good', { text });
  closeAfter(SHOWN_SECONDS, id);
}

/** Tells why an action failed, in the API's words and with its codes. It stays until it is closed. What was given up has not failed. */
export function notifyOfFailure(error: Error): void {
  if (error.name === 'AbortError') return;
  add('bad', { text: messageOf(error), lang: langOf(error), codes: codesOf(error) });
}

export function Notices() {
  const shown = useStore(notices);
  return (
    <div className="notices" role="log" aria-live="polite" aria-label={t('Messages')}>
      {shown.map(({ id, kind, text, lang, codes = [] }) => (
        <div key={id} className={`notice notice-${kind}`}>
          <p lang={lang}>
            {text}
            {codes.map((code) => (
              <Fragment key={code}>
                {' '}
                <code>{code}</code>
              </Fragment>
            ))}
          </p>
          <Button kind="quiet" onClick={() => close(id)} aria-label={t('Close the message: {0}', text)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Adds a message; a failure that is repeated is shown once, as the latest. */
function add(kind: Notice['kind'], words: Words): number {
  const id = ++lastId;
  const others = notices.get().filter((notice) => notice.kind !== 'bad' || notice.text !== words.text);
  const isRecent = ({ kind }: Notice, at: number, all: readonly Notice[]) =>
    all.slice(at).filter((notice) => notice.kind === kind).length <= MAX_NOTICES;
  notices.set([...others, { ...words, id, kind }].filter(isRecent));
  return id;
}

/** Closes a message once it could be read. The seconds begin again while the pointer or the focus is on the messages. */
function closeAfter(seconds: number, id: number): void {
  setTimeout(() => {
    if (!notices.get().some((notice) => notice.id === id)) return;
    if (seconds <= 1 && !isBeingRead()) close(id);
    else closeAfter(isBeingRead() ? SHOWN_SECONDS : seconds - 1, id);
  }, 1000);
}

function isBeingRead(): boolean {
  return document.hidden || document.querySelector('.notices:is(:hover, :focus-within)') !== null;
}

function close(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

// The next token may not see what was told about the one before.
session.subscribe(() => notices.set([]));
