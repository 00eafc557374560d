import { describe, expect, it } from '@jest/globals';
import { MATCH_KEYS, matchFiles } from './matching.js';

const episode = (id: string, more: { guid?: string; title?: string; audio_url?: string } = {}) => ({
  id,
  guid: more.guid ?? null,
  title: more.title ?? id,
  audio_url: more.audio_url ?? null,
});

const matched = (
  files: readonly string[],
  episodes: readonly ReturnType<typeof episode>[],
  keys: readonly (typeof MATCH_KEYS)[number][] = MATCH_KEYS,
) => matchFiles(files, episodes, keys).map(({ file, episodes: found }) => [file, found.map(({ id }) => id)]);

describe('files are matched with episodes by name (contract 14.4)', () => {
  it('a file is matched by guid, in the form that a file name can have', () => {
    expect(matched(['in/urn_tech_12.srt'], [episode('e1', { guid: 'urn:tech/12' }), episode('e2', { guid: 'urn:tech/1' })])).toEqual([
      ['in/urn_tech_12.srt', ['e1']],
    ]);
  });

  it('a file is matched by the name of the audio file, whatever its address', () => {
    const audio = episode('e1', { audio_url: 'https://media.example.com/a%20b/Talk%2012.mp3?token=x' });
    expect(matched(['talk 12.vtt'], [audio])).toEqual([['talk 12.vtt', ['e1']]]);
  });

  it('a file is matched by title in any script, whatever the case', () => {
    expect(
      matched(['ВЫПУСК 1.srt', 'Café №2.srt'], [episode('e1', { title: 'Выпуск 1' }), episode('e2', { title: 'cafe\u0301: №2' })]),
    ).toEqual([
      ['ВЫПУСК 1.srt', ['e1']],
      ['Café №2.srt', ['e2']],
    ]);
  });

  it('a file is matched by the first key that any episode has, before later ones', () => {
    const episodes = [episode('e1', { guid: 'queues' }), episode('e2', { title: 'Queues' })];
    expect(matched(['Queues.srt'], episodes)).toEqual([['Queues.srt', ['e1']]]);
    expect(matched(['Queues.srt'], episodes, ['title'])).toEqual([['Queues.srt', ['e2']]]);
  });

  it('the match of a file names every episode of the same name, and none where there is none', () => {
    const episodes = [episode('e1', { title: 'Intro' }), episode('e2', { title: 'intro' })];
    expect(matched(['Intro.srt', 'Outro.srt', '….srt'], episodes)).toEqual([
      ['Intro.srt', ['e1', 'e2']],
      ['Outro.srt', []],
      ['….srt', []],
    ]);
  });

  it('two files for one episode are ambiguous', () => {
    expect(matched(['a/Intro.srt', 'b/intro.vtt'], [episode('e1', { title: 'Intro' })])).toEqual([
      ['a/Intro.srt', ['e1', 'e1']],
      ['b/intro.vtt', ['e1', 'e1']],
    ]);
  });
});
