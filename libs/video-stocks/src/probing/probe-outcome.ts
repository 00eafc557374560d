import type { FailureCode } from '../changes/failures.js';
import type { MediaTimes } from './matroska.js';

/** The video's duration in a container, or why the container cannot be used, with the causing error if any. */
export type ProbeOutcome =
  { readonly durationSeconds: number } | { readonly failure: Exclude<FailureCode, 'quota_exceeded'>; readonly cause?: unknown };

/** A track, in the words of MediaInfo (https://mediaarea.net/en/MediaInfo/Support/Fields). */
export type Track = {
  readonly '@type': string;
  readonly Format?: string;
  /** Seconds. */
  readonly Duration?: number;
  /** Seconds that are stored, where an edit list shows fewer. */
  readonly Source_Duration?: number | string;
  readonly extra?: { readonly IsTruncated?: string };
};

/** Largest value of an `int` column. */
const MAX_SECONDS = 2 ** 31 - 1;

/**
 * Containers whose duration is read from timestamps: by our code, or (`mpeg`) by MediaInfo from the first and the last
 * timestamp. The duration of other containers cannot be checked: it is a field of the head, or computed from an assumed
 * rate, as for raw streams.
 */
const CONTAINERS: Readonly<Record<string, 'mp4' | 'matroska' | 'mpeg'>> = {
  'MPEG-4': 'mp4',
  QuickTime: 'mp4',
  Matroska: 'matroska',
  WebM: 'matroska',
  'MPEG-TS': 'mpeg',
  BDAV: 'mpeg',
  'MPEG-PS': 'mpeg',
};

export function containerOf(tracks: readonly Track[]): 'mp4' | 'matroska' | 'mpeg' | undefined {
  return CONTAINERS[tracks.find((track) => track['@type'] === 'General')?.Format ?? ''];
}

/**
 * Judges what was found (contract 9.3): the duration of the video track to the nearest second, at least 1. A file is
 * unreadable when it is shorter than it says, or says another duration than its timestamps.
 * @param times when the pictures begin and end, of MP4 and Matroska files
 */
export function outcomeOf(tracks: readonly Track[], times?: MediaTimes): ProbeOutcome {
  const general = tracks.find((track) => track['@type'] === 'General');
  const media = tracks.filter((track) => track['@type'] !== 'General');
  if (!general?.Format || general.extra?.IsTruncated === 'Yes') return { failure: 'unreadable_media' };
  const videos = media.filter((track) => track['@type'] === 'Video');
  if (videos.length === 0) return { failure: media.length > 0 ? 'no_video_track' : 'unreadable_media' };
  const container = containerOf(tracks);
  if (container === undefined) return unreadable(`the duration of ${general.Format} files cannot be checked`);
  const video = videos.find((track) => track.Duration !== undefined);
  if (container === 'mpeg') return rounded(video?.Duration ?? general.Duration ?? 0);
  if (!times) return unreadable('no pictures were found by their timestamps');
  const { first, end, endOfAll } = times;
  const said = [video?.Duration, video?.Source_Duration].filter((one) => one !== undefined).map(Number);
  if (said.length > 0 && !said.some((one) => agrees(one, end - first, end))) return differing(said[0], end - first);
  const longest = Math.max(...media.map(({ Duration = 0 }) => Duration));
  if (!agrees(general.Duration, endOfAll, endOfAll - first, longest)) return differing(general.Duration, endOfAll);
  return rounded(end - Math.max(0, first)); // a player begins at time 0
}

/** Whether the stated duration differs from one of the values by at most a second or 1 %. A missing one agrees. */
function agrees(said: number | undefined, ...values: readonly number[]): boolean {
  return said === undefined || values.some((value) => Math.abs(said - value) <= Math.max(1, value / 100));
}

function rounded(duration: number): ProbeOutcome {
  if (!(duration > 0)) return { failure: 'unreadable_media' };
  const durationSeconds = Math.max(1, Math.round(duration));
  return durationSeconds <= MAX_SECONDS ? { durationSeconds } : { failure: 'unreadable_media' };
}

function differing(said: number | undefined, found: number): ProbeOutcome {
  return unreadable(`the file says that it lasts ${said} s; by its timestamps it lasts ${found} s`);
}

function unreadable(why: string): ProbeOutcome {
  return { failure: 'unreadable_media', cause: new Error(why) };
}
