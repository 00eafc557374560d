import { onTokenChange, currentToken, reasonOfSignOut } from '../session/token.ts';

/** Most drafts of a kind that are kept; the oldest goes first. */
const MAX_DRAFTS = 20;

const kinds: Drafts<unknown>[] = [];

/**
 * Edited texts that are not uploaded yet, by the id of the episode. They are kept while other pages are open, in the memory of this
 * tab alone, like everything that a token has shown.
 */
export class Drafts<Draft> {
  private readonly byEpisode = new Map<string, Draft>();

  constructor() {
    kinds.push(this);
  }

  get size(): number {
    return this.byEpisode.size;
  }

  keep(episode: string, draft: Draft): void {
    this.byEpisode.delete(episode);
    this.byEpisode.set(episode, draft);
    const [oldest] = this.byEpisode.keys();
    if (this.byEpisode.size > MAX_DRAFTS && oldest !== undefined) this.byEpisode.delete(oldest);
  }

  drop(episode: string): void {
    this.byEpisode.delete(episode);
  }

  of(episode: string): Draft | undefined {
    return this.byEpisode.get(episode);
  }

  clear(): void {
    this.byEpisode.clear();
  }
}

const hasDrafts = () => kinds.some(({ size }) => size > 0);

/** Asks whether unsaved work may be lost, where there is some. */
export function mayLoseDrafts(): boolean {
  return !hasDrafts() || confirm('There is a transcript, or chapters, that you have not uploaded. Leave without it?');
}

// Has the browser ask before the tab is closed.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (hasDrafts()) event.preventDefault();
});

// Signing out forgets everything. A token that the API refuses any longer is no such wish: the next one that may open the episode goes on.
onTokenChange(() => {
  if (currentToken() === null && reasonOfSignOut() === undefined) for (const drafts of kinds) drafts.clear();
});
