/** The outcome of one hit on a window. */
export type Hit = {
  /** False: the window was full, and the hit was not counted. */
  readonly allowed: boolean;
  /** Hits in the window, this one included when it was allowed. */
  readonly used: number;
  /** Milliseconds until the oldest hit leaves the window: when a full one frees a place, never earlier. */
  readonly freesInMs: number;
};

export type WindowSize = { readonly limit: number; readonly windowMs: number };

/**
 * Counts hits in a window that slides: in any `windowMs` at most `limit` hits of a key are allowed, exactly, over all
 * processes that share the store. Refused hits do not count, so that waiting `freesInMs` always helps.
 */
export abstract class SlidingWindow {
  abstract hit(key: string, size: WindowSize): Promise<Hit>;
}
