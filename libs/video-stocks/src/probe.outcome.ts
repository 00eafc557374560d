import type { FailureCode } from './failures.js';

/** What a container was found to hold: a video of so many seconds, or why it is of no use; with what ended its reading early, if anything did. */
export type ProbeOutcome =
  { readonly durationSeconds: number } | { readonly failure: Exclude<FailureCode, 'quota_exceeded'>; readonly cause?: unknown };

/** A track, in the words of MediaInfo (https://mediaarea.net/en/MediaInfo/Support/Fields). */
export type Track = {
  readonly '@type': string;
  readonly Format?: string;
  /** Seconds. */
  readonly Duration?: number;
  readonly extra?: { readonly IsTruncated?: string };
};

/** Most seconds that a stock has: those of an `int` column. */
const MOST_SECONDS = 2 ** 31 - 1;

/**
 * Judges what MediaInfo has found (decisions 9): the duration of the first video track that tells one, else the container's, to
 * the nearest second and at least 1. A file that is shorter than it says it is is not whole.
 */
export function outcomeOf(tracks: readonly Track[]): ProbeOutcome {
  const container = tracks.find((track) => track['@type'] === 'General');
  const media = tracks.filter((track) => track['@type'] !== 'General');
  if (!container?.Format || container.extra?.IsTruncated === 'Yes') return { failure: 'unreadable_media' };
  const videos = media.filter((track) => track['@type'] === 'Video');
  if (videos.length === 0) return { failure: media.length > 0 ? 'no_video_track' : 'unreadable_media' };
  const duration = videos.find((track) => track.Duration !== undefined)?.Duration ?? container.Duration ?? 0;
  if (!(duration > 0)) return { failure: 'unreadable_media' };
  const durationSeconds = Math.max(1, Math.round(duration));
  return durationSeconds <= MOST_SECONDS ? { durationSeconds } : { failure: 'unreadable_media' };
}
