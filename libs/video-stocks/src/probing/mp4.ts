import { CustomSource, Input, MP4, QTFF } from 'mediabunny';
import type { MediaTimes, ReadableFile } from './matroska.js';

/**
 * Reads from the index, or the indexes of the fragments, when the pictures begin and end: the durations in the heads of
 * tracks and file are not used. Pictures that an edit list leaves out at the beginning have times before 0.
 * @returns undefined when there are no pictures
 */
export async function mp4Times({ size, read }: ReadableFile): Promise<MediaTimes | undefined> {
  // With the profile, some boxes are read at once: one by one, millions of empty ones take a read each.
  const source = new CustomSource({ getSize: () => size, read: (from, to) => read(from, to - from), prefetchProfile: 'fileSystem' });
  const input = new Input({ formats: [MP4, QTFF], source });
  const video = await input.getPrimaryVideoTrack();
  if (!video) return undefined;
  return {
    first: await video.getFirstTimestamp(),
    end: await video.computeDuration(),
    endOfAll: await input.computeDuration(),
  };
}
