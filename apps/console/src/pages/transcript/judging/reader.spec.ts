import { expect, it } from '@jest/globals';
import { judge, parseTranscript } from '@app/subtitles';
import type { Reply, TaskName, Tasks } from './protocol.ts';
import { Reader } from './reader.ts';

const GOOD = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ines>Good morning.</v>\n';

function aReader() {
  const replies: Reply[] = [];
  const reader = new Reader((reply) => replies.push(reply));
  const run = <Name extends TaskName>(name: Name, given: Tasks[Name]['given']) => {
    reader.receive({ type: 'task', id: 7, name, given } as never);
    return replies.at(-1) as Extract<Reply, { id: number }> & { result: Tasks[Name]['result'] };
  };
  return { reader, replies, run };
}

it('the verdict after changes is that of the whole changed text', () => {
  const { reader, replies } = aReader();
  reader.receive({ type: 'open', version: 1, text: GOOD });
  const at = GOOD.indexOf(' -->');
  reader.receive({ type: 'change', version: 2, splices: [{ from: 0, to: 0, insert: '' }, { from: at - 4, to: at, insert: ',000' }] }); // prettier-ignore
  const [first, second] = replies;
  expect(first).toMatchObject({ type: 'verdict', version: 1, defectCount: 0, format: 'vtt' });
  expect(second).toMatchObject({ version: 2, ...pick(judge(GOOD.replace('00:01.000', '00:01,000'))) });
});

const pick = ({ defects, defectCount }: ReturnType<typeof judge>) => ({ defects, defectCount });

it('a repair says what it changed, and where the texts differ', () => {
  const { result } = aReader().run('repair', { text: GOOD.replace('00:01.000', '00:01,000') });
  expect(result).toMatchObject({ ok: true, after: GOOD.replace('00:01.000', '00:00:01.000').replace('00:02.000', '00:00:02.000') });
  expect(result.repairs.map(({ code, line }) => [code, line])).toEqual([['time_rewritten', 3]]);
  expect(result.changes).toEqual([{ fromA: 2, toA: 3, fromB: 2, toB: 3 }]);
});

it('a comparison is between the files that the API gives back before and after an upload', () => {
  const stored = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ines>Good morning.\n\n';
  const { run } = aReader();
  expect(run('compare', { text: GOOD, stored, as: 'vtt' }).result.changes).toEqual([]);
  const later = run('compare', { text: GOOD.replace('02.000', '02.500'), stored, as: 'vtt' }).result;
  expect(later.changes).toEqual([{ fromA: 2, toA: 3, fromB: 2, toB: 3 }]);
});

it('a text with defects is compared as it is; written in another format it is refused, and the first defect is the reason', () => {
  const { run } = aReader();
  expect(run('compare', { text: 'words', stored: 'Words', as: 'srt' }).result.changes).toEqual([{ fromA: 0, toA: 1, fromB: 0, toB: 1 }]);
  expect(run('convert', { text: 'words', to: 'srt' })).toMatchObject({ type: 'failed', id: 7, message: expect.stringContaining('no timing line') }); // prettier-ignore
});

it('a text is written in the other format', () => {
  const { text } = aReader().run('convert', { text: GOOD, to: 'srt' }).result;
  expect(text).toBe('1\n00:00:01,000 --> 00:00:02,000\nInes: Good morning.\n\n');
  expect(parseTranscript(text, 'srt').ok).toBe(true);
});

it('a file is decoded as an editor keeps it', () => {
  const units = Uint16Array.from('\ufeffone\r\ntwo\rthree', (character) => character.charCodeAt(0));
  const bytes = new Uint8Array(units.buffer);
  expect(aReader().run('decode', { bytes }).result).toEqual({ text: 'one\ntwo\nthree', encoding: 'utf-16le' });
});
