import { describe, expect, it } from '@jest/globals';
import { matching } from './bulk-matching.ts';

const anEpisode = (title: string, guid: string | null = null, audio_url: string | null = null) => ({ title, guid, audio_url });

describe('a transcript file is for', () => {
  const episodes = [
    anEpisode('Über: Käse', 'urn:tech/12'),
    anEpisode('Nine', null, 'https://media.example.com/a/nine%20lives.mp3?x=1'),
    anEpisode('urn tech 12'),
    anEpisode('Twice'),
    anEpisode('Twice'),
  ];

  it.each([
    ['urn_tech_12.vtt', [0]], // a guid goes before a title
    ['Nine-Lives.srt', [1]],
    ['ÜBER KÄSE.srt', [0]],
    ['twice.vtt', [3, 4]],
    ['….vtt', []],
    ['Other.vtt', []],
  ])('the transcript file %s is for the episodes %j', (file, found) => {
    expect(matching(file, episodes)).toEqual(found.map((index) => episodes[index]));
  });
});
