import { session } from '../session/token.ts';
import { t } from '../texts/language.ts';
import { Button } from './controls.tsx';
import { Codes, langOf, messageOf } from './states.tsx';
import { Store, useStore } from './store.ts';

type Notice = { readonly id: number; readonly said: string | Error };

const SHOWN_SECONDS = 8;

/** Most messages; the oldest goes first, and failures last. */
const MAX_NOTICES = 20;

const notices = new Store<readonly Notice[]>([]);
let lastId = 0;

const isFailure = (said: Notice['said']) => said instanceof Error;
const wordsOf = (said: Notice['said']) => (isFailure(said) ? messageOf(said) : said);

/** Tells what an action did, at the edge of the page. */
export function notify(text: string): void {
  closeLater(add(text));
}

/**
 * Tells why an action failed, in the API's words and with its codes. It stays until it is closed. What was given up has
 * not failed.
 */
export function notifyOfFailure(error: Error): void {
  if (error.name !== 'AbortError') add(error);
}

export function Notices() {
  return (
    <div className="notices" role="log" aria-live="polite" aria-label={t('Messages')}>
      {useStore(notices).map(({ id, said }) => (
        <div key={id} className={isFailure(said) ? 'notice notice-bad' : 'notice notice-good'}>
          <p lang={isFailure(said) ? langOf(said) : undefined}>
            {wordsOf(said)} {isFailure(said) && <Codes of={said} />}
          </p>
          <Button kind="quiet" onClick={() => close(id)} aria-label={t('Close the message: {0}', wordsOf(said))}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}

/** Adds a message; a failure that is repeated is shown once, as the latest. */
function add(said: Notice['said']): number {
  const id = ++lastId;
  const others = notices.get().filter((one) => !isFailure(one.said) || wordsOf(one.said) !== wordsOf(said));
  const all = [...others, { id, said }].toSorted((one, other) => Number(isFailure(one.said)) - Number(isFailure(other.said)));
  notices.set(all.slice(-MAX_NOTICES));
  return id;
}

/** Closes a message once it could be read: the seconds begin again while pointer or focus is on the messages. */
function closeLater(id: number, seconds = SHOWN_SECONDS): void {
  setTimeout(() => {
    const isBeingRead = document.hidden || document.querySelector('.notices:is(:hover, :focus-within)') !== null;
    if (isBeingRead) closeLater(id);
    else if (seconds > 1) closeLater(id, seconds - 1);
    else close(id);
  }, 1000);
}

function close(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

// The next token may not see what was told about the one before.
session.subscribe(() => notices.set([]));
