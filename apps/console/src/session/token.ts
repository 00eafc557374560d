/**
 * The API token of this tab. It is kept in `sessionStorage` alone, so that it ends with the tab, and is never part of an address that a
 * server or a history could keep: the link that signs in carries it in the fragment, from which it is taken at once.
 */
const KEY = 'podcast-automation.token';

const listeners = new Set<() => void>();
/** Why a session ended that the person did not end: the API refused the token, it cannot be one, or this page ended it. */
type Farewell = Error | 'malformed' | 'ended';

let farewell: Farewell | undefined;

/** Takes `#token=…` out of the address. Call it before anything else runs. */
export function takeTokenFromAddress(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (token !== '') signIn(token);
}

export function currentToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function signIn(typed: string): void {
  const token = typed.trim();
  // A header cannot carry other characters: the browser would refuse every request.
  if (!/^[\x21-\x7e]+$/.test(token)) return signOut('malformed');
  farewell = undefined;
  sessionStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}

/** @param reason why, when it was not the person's own wish */
export function signOut(reason?: Farewell): void {
  farewell = reason;
  sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Why the last session ended; undefined when somebody signed out. */
export function reasonOfSignOut(): Farewell | undefined {
  return farewell;
}

/** For `useSyncExternalStore`. @returns the end of the subscription */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
