import { onTokenChange, currentToken, reasonOfSignOut } from '../../session/token.ts';

/** Text that was not uploaded yet. */
export type Draft = {
  readonly text: () => string;
  /** The stored transcript that it was made from: when that was uploaded, or null when there was none. */
  readonly revision: string | null;
};

/** Most drafts that are kept; the oldest goes first. */
const MAX_DRAFTS = 20;

/** By the id of the episode. In the memory of this tab alone, like everything that a token has shown. */
const drafts = new Map<string, Draft>();

/** Keeps what is typed while other pages are looked at, and has the browser ask before the tab is closed. */
export function keepDraft(episode: string, draft: Draft): void {
  drafts.delete(episode);
  drafts.set(episode, draft);
  const [oldest] = drafts.keys();
  if (drafts.size > MAX_DRAFTS && oldest !== undefined) drafts.delete(oldest);
}

export function dropDraft(episode: string): void {
  drafts.delete(episode);
}

export function draftOf(episode: string): Draft | undefined {
  return drafts.get(episode);
}

/** Asks whether unsaved text may be lost, where there is some. */
export function mayLoseDrafts(): boolean {
  return drafts.size === 0 || confirm('There is a transcript that you have not uploaded. Leave without it?');
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});

// Signing out forgets everything. A token that the API refuses any longer is no such wish: the next one that may open the episode goes on.
onTokenChange(() => {
  if (currentToken() === null && reasonOfSignOut() === undefined) drafts.clear();
});
