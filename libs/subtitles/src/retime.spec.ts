import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTranscript } from './parse.js';
import { retime, retimeChapters, retimeWords, wrongEdit, type Edit } from './retime.js';
import { toSrt, toVtt } from './write.js';

const subtitle = (startMs: number, endMs: number, text = 'x') => ({ startMs, endMs, speaker: null, text });
const times = (list: readonly { startMs: number; endMs: number }[]) => list.map(({ startMs, endMs }) => [startMs, endMs]);
const chapter = (startTime: number, endTime: number | null = null, toc: boolean | null = null) => ({
  startTime,
  endTime,
  toc,
  title: String(startTime),
});
const moved = (list: readonly { startMs: number; endMs: number }[], ...edits: Edit[]) =>
  times(retime(list.map(({ startMs, endMs }) => subtitle(startMs, endMs)), edits)); // prettier-ignore

describe('subtitles', () => {
  const insert = { at: 5, insert: 2 };
  const cut = { from: 5, to: 8 };

  it.each([
    ['what begins at an insertion moves', [5000, 6000], insert, [[7000, 8000]]],
    ['what ends at an insertion stays', [4000, 5000], insert, [[4000, 5000]]],
    ['what lies across an insertion gets longer', [4000, 6000], insert, [[4000, 8000]]],
    ['one of zero length at an insertion moves', [5000, 5000], insert, [[7000, 7000]]],
    ['what lies in a cut goes', [5000, 8000], cut, []],
    ['what lies behind a cut moves', [8000, 9000], cut, [[5000, 6000]]],
    ['what begins in a cut is shortened', [7000, 9000], cut, [[5000, 6000]]],
    ['what ends in a cut is shortened', [4000, 7000], cut, [[4000, 5000]]],
    ['what lies across a cut is shortened', [4000, 9000], cut, [[4000, 6000]]],
    ['one of zero length in a cut goes', [5000, 5000], cut, []],
    ['one of zero length at the end of a cut stays', [8000, 8000], cut, [[5000, 5000]]],
    ['what lies before a cut stays', [1000, 5000], cut, [[1000, 5000]]],
  ] as const)('subtitles are moved: %s', (_, [startMs, endMs], edit, expected) => {
    expect(moved([{ startMs, endMs }], edit)).toEqual(expected);
  });

  it('subtitles that become duplicates: the later goes', () => {
    expect(moved([subtitle(4000, 6000), subtitle(4000, 7000)], cut)).toEqual([[4000, 5000]]);
  });

  it('subtitles are moved by edits of one place in their order', () => {
    expect(moved([subtitle(4000, 6000)], insert, cut)).toEqual([[4000, 7000]]);
    expect(moved([subtitle(4000, 6000)], { from: 5, to: 8 }, { at: 8, insert: 2 })).toEqual([[4000, 5000]]);
    expect(moved([subtitle(6000, 9000)], { from: 5, to: 8 }, { at: 8, insert: 2 })).toEqual([[7000, 8000]]);
  });

  it('subtitles of which less than a millisecond is left are removed', () => {
    expect(moved([subtitle(4999, 6000), subtitle(5000, 8001)], cut)).toEqual([[4999, 5000], [5000, 5001]]); // prettier-ignore
    expect(moved([subtitle(4000, 6000)], { from: 4, to: 5 }, { from: 5, to: 6 })).toEqual([]);
  });
});

it('words that have the same times stay', () => {
  const words = [subtitle(6000, 7000, 'in'), subtitle(8000, 8000, 'to'), subtitle(8000, 8000, 'it')];
  expect(retimeWords(words, [{ from: 5, to: 8 }]).map(({ startMs, text }) => [startMs, text])).toEqual([[5000, 'to'], [5000, 'it']]); // prettier-ignore
});

describe('chapters', () => {
  const starts = (list: ReturnType<typeof chapter>[], ...edits: Edit[]) =>
    retimeChapters(list, edits).map(({ startTime, title }) => [startTime, title]);

  it('chapters at 0 stay there, later ones move with their times', () => {
    expect(starts([chapter(0), chapter(5)], { at: 0, insert: 10 })).toEqual([[0, '0'], [15, '5']]); // prettier-ignore
  });

  it('chapters in a cut: the last moves to its end when no other starts there, the others go', () => {
    expect(starts([chapter(0), chapter(10), chapter(12), chapter(30)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '12'], [15, '30']]); // prettier-ignore
    expect(starts([chapter(0), chapter(10), chapter(20)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '20']]); // prettier-ignore
    expect(starts([chapter(0), chapter(10), chapter(10, null, false)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '10'], [5, '10']]); // prettier-ignore
  });

  it('chapters begin at an edit also when their time is no sum of powers of two', () => {
    expect(starts([chapter(1.001)], { at: 1.001, insert: 1 })).toEqual([[2.001, '1.001']]);
    expect(starts([chapter(0.5), chapter(1.001)], { from: 0.5, to: 1.001 })).toEqual([[0.5, '1.001']]);
  });

  it('chapters that do not move keep their very numbers', () => {
    expect(retimeChapters([chapter(1 / 3, 2 / 3)], [{ at: 5, insert: 1 }])).toEqual([chapter(1 / 3, 2 / 3)]);
  });

  it('chapters whose end lies in a cut end there', () => {
    const [one, two] = retimeChapters([chapter(0, 10), chapter(12, 15)], [{ from: 5, to: 20 }]);
    expect([one?.endTime, two?.endTime]).toEqual([5, null]);
  });
});

it.each([
  [[{ at: 1, insert: 0 }], 0],
  [[{ at: -1, insert: 1 }], 0],
  [[{ from: 2, to: 2 }], 0],
  [[{ from: 1, to: 3 }, { at: 2, insert: 1 }], 1],
  [[{ at: 2, insert: 1 }, { at: 1, insert: 1 }], 1],
  [[{ at: 1, insert: NaN }], 0],
  [Array.from({ length: 501 }, (_, at) => ({ at, insert: 1 })), 500],
  [[{ at: 1, insert: 1 }, { at: 1 }], 1],
  [[{ at: 1, insert: 1, to: 2 }], 0],
  [[{ at: '1', insert: 1 }], 0],
  [[{ at: 1, insert: 1e9 + 1 }], 0],
  [[{ from: 1.0006, to: 1.0014 }], 0],
  [[null], 0],
  [['cut'], 0],
  [[], undefined],
  [[{ at: 1, insert: 1 }, { from: 1, to: 2 }, { at: 2, insert: 1 }], undefined],
] as const)('of the edits %j the wrong one is %s', (edits, wrong) => expect(wrongEdit(edits)).toBe(wrong)); // prettier-ignore

describe('any file', () => {
  const list = fc
    .uniqueArray(fc.record({ startMs: fc.nat(60_000), length: fc.oneof(fc.constant(0), fc.nat(9000)) }), { selector: ({ startMs, length }) => `${startMs} ${length}`, maxLength: 20 })
    .map((all) => all.map(({ startMs, length }) => subtitle(startMs, startMs + length))); // prettier-ignore
  const marks = fc.uniqueArray(fc.nat(700), { maxLength: 12 }).map((all) => all.sort((a, b) => a - b).map((tenth) => tenth / 10));
  const edits = fc.tuple(marks, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 12, maxLength: 12 })).map(([points, lengths]) =>
    points.flatMap((point, at): Edit[] => {
      const next = points[at + 1];
      if (at % 2 === 0) return [{ at: point, insert: (lengths[at] ?? 1) / 10 }];
      return next === undefined ? [] : [{ from: point, to: next }];
    }),
  );
  const insertion = fc.record({
    at: fc.nat(700).map((tenth) => tenth / 10),
    insert: fc.integer({ min: 1, max: 300 }).map((tenth) => tenth / 10),
  });

  it('any file is the same, to the byte, after time was put in and cut out again', () => {
    fc.assert(
      fc.property(list, insertion, (all, { at, insert }) => {
        const back = retime(retime(all, [{ at, insert }]), [{ from: at, to: at + insert }]);
        expect([toVtt(back), toSrt(back, 'srt')]).toEqual([toVtt(all), toSrt(all, 'srt')]);
      }),
    );
  });

  const chapterList = fc
    .uniqueArray(fc.record({ start: fc.nat(600), length: fc.option(fc.integer({ min: 1, max: 90 })) }), { selector: ({ start }) => start, maxLength: 9 })
    .map((all) =>
      all
        .sort((a, b) => a.start - b.start)
        .map(({ start, length }, at) => chapter(start / 10, length === null ? null : (start + length) / 10, at % 4 === 3 ? false : null)),
    ); // prettier-ignore

  it('any file has the same chapters after time was put in and cut out again', () => {
    fc.assert(
      fc.property(chapterList, insertion, (all, { at, insert }) => {
        expect(retimeChapters(retimeChapters(all, [{ at, insert }]), [{ from: at, to: at + insert }])).toEqual(all);
      }),
    );
  });

  it('any file has chapters in their order, no two of a kind at one start', () => {
    fc.assert(
      fc.property(chapterList, edits, (all, some) => {
        const starts = retimeChapters(all, some).map(({ startTime, toc }) => [startTime, toc === false] as const);
        expect(starts).toEqual([...starts].sort(([one], [other]) => one - other));
        expect(new Set(starts.map(String)).size).toBe(starts.length);
      }),
    );
  });

  it('any file is moved by many edits as by one after another', () => {
    fc.assert(
      fc.property(list, chapterList, edits, (all, chapters, some) => {
        let moved = 0;
        const oneByOne = some.map((edit): Edit => {
          const here = 'at' in edit ? { at: edit.at + moved, insert: edit.insert } : { from: edit.from + moved, to: edit.to + moved };
          moved += 'at' in edit ? edit.insert : edit.from - edit.to;
          return here;
        });
        const each = <Item>(items: Item, by: (items: Item, edit: Edit[]) => Item) => oneByOne.reduce((now, edit) => by(now, [edit]), items);
        expect(retime(all, some)).toEqual(each(all, retime));
        expect(retimeChapters(chapters, some)).toEqual(each(chapters, retimeChapters));
      }),
    );
  });

  it('any file keeps its order, gains no overlap, and passes', () => {
    fc.assert(
      fc.property(list, edits, (all, some) => {
        expect(wrongEdit(some)).toBeUndefined();
        const ordered = [...all].sort((a, b) => a.startMs - b.startMs).map((one, at) => ({ ...one, text: String(at) }));
        const after = retime(ordered, some);
        for (const [at, one] of after.entries()) {
          expect(one.startMs >= 0 && one.endMs >= one.startMs).toBe(true);
          for (const next of after.slice(at + 1)) {
            const [before, nextBefore] = [ordered[Number(one.text)], ordered[Number(next.text)]];
            expect(next.startMs).toBeGreaterThanOrEqual(one.startMs);
            if (before && nextBefore && before.endMs <= nextBefore.startMs) expect(one.endMs).toBeLessThanOrEqual(next.startMs);
          }
        }
        if (after.length > 0) expect(parseTranscript(toVtt(after)).ok).toBe(true);
      }),
    );
  });

  it('any file of 20,000 subtitles takes 500 edits', () => {
    const all = Array.from({ length: 20_000 }, (_, at) => subtitle(at * 1000, at * 1000 + 900));
    const many = Array.from({ length: 500 }, (_, at): Edit => (at % 2 ? { from: at * 40, to: at * 40 + 1 } : { at: at * 40, insert: 1 }));
    expect(retime(all, many)).toHaveLength(20_000 - 250);
  });
});
