import { Store } from '../parts/store.ts';

/**
 * The API token of this tab. It is kept in `sessionStorage` alone, so that it ends with the tab, and is never part of
 * an address that a server or a history could keep: the link that signs in carries it in the fragment, from which it is
 * taken at once.
 */
const KEY = 'podcast-automation.token';

/** Why a session ended by itself: the API refused the token, it cannot be one, or this page ended it. */
export type Farewell = Error | 'malformed' | 'ended';

type Session = { readonly token: string | null; readonly farewell?: Farewell | undefined };

export const session = new Store<Session>({ token: 'document' in globalThis ? sessionStorage.getItem(KEY) : null });

/** Takes `#token=…` out of the address. Call it before anything else runs. */
export function takeTokenFromAddress(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (token !== '') signIn(token);
}

export function signIn(typed: string): void {
  const token = typed.trim();
  // A header cannot carry other characters: the browser would refuse every request.
  if (!/^[\x21-\x7e]+$/.test(token)) return signOut('malformed');
  sessionStorage.setItem(KEY, token);
  session.set({ token });
}

/** @param farewell why, when it was not the person's own wish */
export function signOut(farewell?: Farewell): void {
  sessionStorage.removeItem(KEY);
  session.set({ token: null, farewell });
}

/** Runs `forget` once the person has signed out; a token that has ended leaves what it left. */
export function onSignOut(forget: () => void): void {
  session.subscribe(() => {
    const { token, farewell } = session.get();
    if (token === null && farewell === undefined) forget();
  });
}
