import { describe, expect, it } from '@jest/globals';
import { ChangeSet, Text } from '@codemirror/state';
import { readCues } from '../judging/cue-table.ts';
import {
  mergeCues,
  readCue,
  readingSpeed,
  renameSpeaker,
  setTimes,
  shiftCues,
  speakersOf,
  splitCue,
  type Cue,
  type CueText,
  type Splice,
} from './cue-edits.ts';

const VTT = `WEBVTT

intro
00:00:01.000 --> 00:00:03.000 align:start
<v Ines>Good morning to you all.

00:04.000 --> 00:06.000
<v Ines>Let us
begin.

00:00:07.000 --> 00:00:08.000
<v Tom>Yes.
`;

const SRT = '1\n00:00:01,000 --> 00:00:03,000\nInes: Good morning.\n\n2\n00:00:04,000 --> 00:00:06,000\nAt 10: begin.\n';

function open(text: string): CueText {
  const { cues, format } = readCues(text);
  return { doc: Text.of(text.split('\n')), cues, format };
}
const cueOf = (text: CueText, index: number): Cue => {
  const cue = readCue(text, index);
  if (!cue) throw new Error(`no subtitle ${index}`);
  return cue;
};
const splice = (text: string, splices: readonly Splice[]) =>
  ChangeSet.of([...splices], text.length)
    .apply(Text.of(text.split('\n')))
    .toString();
const edit = (text: string, splices: Splice[] | undefined) => open(splice(text, splices ?? []));

describe('a subtitle in the list', () => {
  it('a subtitle in the list is read with times, speaker and words, without tags', () => {
    expect(cueOf(open(VTT), 1)).toMatchObject({ startMs: 4000, endMs: 6000, speaker: 'Ines', words: 'Let us\nbegin.' });
    expect(cueOf(open(SRT), 0)).toMatchObject({ startMs: 1000, speaker: 'Ines', words: 'Good morning.' });
    expect(readingSpeed(cueOf(open(VTT), 2))).toBe(4);
    expect(readCue(open(VTT), 3)).toBeUndefined();
  });

  it('a subtitle in the list gets other times; identifier, settings and words stay', () => {
    const text = open(VTT);
    const cue = cueOf(text, 0);
    const moved = splice(VTT, setTimes(cue, { startMs: -100, endMs: -50 }, 'vtt'));
    expect(moved).toBe(VTT.replace('00:00:01.000 --> 00:00:03.000', '00:00:00.000 --> 00:00:00.000'));
  });

  it('a subtitle in the list is split between two words, and both halves have its speaker', () => {
    const text = open(VTT);
    const split = edit(VTT, splitCue(text, cueOf(text, 0)));
    expect([cueOf(split, 0), cueOf(split, 1)]).toMatchObject([
      { startMs: 1000, endMs: 2000, speaker: 'Ines', words: 'Good morning' },
      { startMs: 2000, endMs: 3000, speaker: 'Ines', words: 'to you all.' },
    ]);
    expect(splitCue(text, cueOf(text, 2))).toBeUndefined();
  });

  it('a subtitle in the list is merged with the next one of the same speaker', () => {
    const text = open(VTT);
    const merged = edit(VTT, mergeCues(text, cueOf(text, 0), cueOf(text, 1)));
    expect(merged.cues.lines).toHaveLength(2);
    expect(cueOf(merged, 0)).toMatchObject({
      startMs: 1000,
      endMs: 6000,
      speaker: 'Ines',
      words: 'Good morning to you all.\nLet us\nbegin.',
    });
    expect(mergeCues(text, cueOf(text, 1), cueOf(text, 2))).toBeUndefined();
    const srt = open(SRT.replace('At 10: ', 'Ines: '));
    expect(edit(SRT.replace('At 10: ', 'Ines: '), mergeCues(srt, cueOf(srt, 0), cueOf(srt, 1))).cues.lines).toHaveLength(1);
  });

  it('a subtitle in the list is merged with the next one, and the comments between the two stay', () => {
    const note = VTT.replace('00:04.000 -->', 'NOTE\nCheck the name.\n\ntwo\n00:04.000 -->');
    const text = open(note);
    const merged = splice(note, mergeCues(text, cueOf(text, 0), cueOf(text, 1)) ?? []);
    expect(merged).toContain('Good morning to you all.\nLet us\nbegin.\n\nNOTE\nCheck the name.\n\n00:00:07.000');
    expect(open(merged).cues.lines).toHaveLength(2);
  });

  it('a subtitle in the list moves with all others; comments, settings and times within the words stay', () => {
    const shifted = (text: string, offsetMs: number) => {
      const shift = shiftCues(open(text), offsetMs);
      return 'splices' in shift ? splice(text, shift.splices) : shift.early.map(({ startMs }) => startMs);
    };
    const vtt = 'WEBVTT\n\nNOTE 00:09.000\n\nintro\n 00:01.000  -->\t01:02:03.500 align:start\n<v Ines>At 00:01.000 <00:01.200>we\n';
    expect(shifted(vtt, 1500)).toBe(vtt.replace('00:01.000  -->\t01:02:03.500', '00:00:02.500 --> 01:02:05.000'));
    expect(shifted(shifted(SRT, -250) as string, 250)).toBe(SRT);
    expect(shifted(SRT, -3500)).toEqual([1000]); // none may begin before 0
    expect(shifted('1\n12345:00:00,000 --> 12345:00:01,000\nLate.\n', 1000)).toBe('1\n12345:00:01,000 --> 12345:00:02,000\nLate.\n');
    expect(shifted('only words', 1000)).toBe('only words');
  });

  it('speakers are renamed wherever they open a subtitle', () => {
    const text = open(VTT);
    expect(speakersOf(text)).toEqual([['Ines', 2], ['Tom', 1]]); // prettier-ignore
    expect(speakersOf(edit(VTT, renameSpeaker(text, 'Ines', 'Inês')))).toEqual([['Inês', 2], ['Tom', 1]]); // prettier-ignore
    expect(splice(SRT, renameSpeaker(open(SRT), 'Ines', 'Tom'))).toBe(SRT.replace('Ines:', 'Tom:'));
  });
});
