import { readTranscript } from '@app/transcripts';
import { describe, expect, it } from '@jest/globals';
import { demoFixtures } from './demo.ts';

type Episode = {
  readonly key: string;
  readonly duration_seconds: number;
  readonly published_at?: string;
  readonly downloads?: readonly { readonly at: string }[];
  readonly transcript?: { readonly format: 'srt' | 'vtt'; readonly content: string };
  readonly chapters?: readonly { readonly startTime: number; readonly title: string }[];
  readonly words?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
};

const { podcasts } = demoFixtures() as { podcasts: readonly { readonly episodes: readonly Episode[] }[] };
const episodes = podcasts.flatMap((podcast) => podcast.episodes);

describe('the demo data', () => {
  it.each(episodes.flatMap(({ key, transcript }) => (transcript ? [{ key, ...transcript }] : [])))(
    'the demo data has a $format transcript of $key that an upload would accept',
    ({ format, content }) => {
      const outcome = readTranscript(content, format);
      expect(outcome).toMatchObject({ ok: true, format });
      expect(outcome.ok && outcome.segmentCount).toBe(content.match(/-->/g)?.length);
      expect(readTranscript(content, undefined)).toMatchObject({ ok: true, format });
    },
  );

  it.each(episodes.filter(({ chapters }) => chapters))(
    'the demo data has chapters of $key that ascend from 0 and end with it',
    (episode) => {
      const starts = (episode.chapters ?? []).map(({ startTime }) => startTime);
      expect(starts[0]).toBe(0);
      expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
      expect(starts.at(-1)).toBeLessThan(episode.duration_seconds);
    },
  );

  it('the demo data has word timings that say what the transcript says', () => {
    const timed = episodes.filter(({ words }) => words);
    expect(timed.length).toBeGreaterThan(0);
    for (const { words = [], transcript } of timed) {
      const spoken = (transcript?.content ?? '')
        .replace(/^WEBVTT|<[^>]*>|.* --> .*/gm, '')
        .split(/\s+/)
        .filter(Boolean);
      expect(words.map(({ text }) => text)).toEqual(spoken);
      expect(words.every(({ start, end }, at) => start < end && end <= (words[at + 1]?.start ?? Infinity))).toBe(true);
    }
  });

  it('the demo data has ninety days of downloads, none before its episode is published', () => {
    const heard = episodes.flatMap(({ published_at: published, downloads = [] }) => downloads.map(({ at }) => ({ at, published })));
    const days = new Set(heard.map(({ at }) => at.slice(0, 10)));
    expect(days.size).toBeGreaterThanOrEqual(90);
    expect(heard.length).toBeGreaterThan(2000);
    for (const { at, published } of heard) expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(published ?? ''));
  });

  it('the demo data is the same every time, so that loading it again is recognised', () => {
    expect(demoFixtures()).toEqual(demoFixtures());
  });
});
