import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTranscript } from './parse.js';
import { retime, retimeChapters, wrongEdit, type Edit } from './retime.js';
import { toVtt } from './write.js';

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
  ] as const)('%s', (_, [startMs, endMs], edit, expected) => {
    expect(moved([{ startMs, endMs }], edit)).toEqual(expected);
  });

  it('that become duplicates: the later goes', () => {
    expect(moved([subtitle(4000, 6000), subtitle(4000, 7000)], cut)).toEqual([[4000, 5000]]);
  });

  it('are moved by edits of one place in their order', () => {
    expect(moved([subtitle(4000, 6000)], insert, cut)).toEqual([[4000, 7000]]);
    expect(moved([subtitle(4000, 6000)], { from: 5, to: 8 }, { at: 8, insert: 2 })).toEqual([[4000, 5000]]);
  });
});

describe('chapters', () => {
  const starts = (list: ReturnType<typeof chapter>[], ...edits: Edit[]) =>
    retimeChapters(list, edits).map(({ startTime, title }) => [startTime, title]);

  it('at 0 stay there, others move with what begins', () => {
    expect(starts([chapter(0), chapter(5)], { at: 0, insert: 10 })).toEqual([[0, '0'], [15, '5']]); // prettier-ignore
  });

  it('in a cut: the last moves to its end when no other starts there, the others go', () => {
    expect(starts([chapter(0), chapter(10), chapter(12), chapter(30)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '12'], [15, '30']]); // prettier-ignore
    expect(starts([chapter(0), chapter(10), chapter(20)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '20']]); // prettier-ignore
    expect(starts([chapter(0), chapter(10), chapter(10, null, false)], { from: 5, to: 20 })).toEqual([[0, '0'], [5, '10'], [5, '10']]); // prettier-ignore
  });

  it('whose end lies in a cut end there', () => {
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

  it('is the same, to the byte, after time was put in and cut out again', () => {
    fc.assert(
      fc.property(list, insertion, (all, { at, insert }) => {
        const back = retime(retime(all, [{ at, insert }]), [{ from: at, to: at + insert }]);
        expect(toVtt(back)).toBe(toVtt(all));
      }),
    );
  });

  it('has the same chapters after time was put in and cut out again', () => {
    const chapters = fc
      .uniqueArray(fc.nat(600), { maxLength: 9 })
      .map((all) => all.sort((a, b) => a - b).map((tenth) => chapter(tenth / 10 + 0.1 + 0.2)));
    fc.assert(
      fc.property(chapters, insertion, (all, { at, insert }) => {
        const back = retimeChapters(retimeChapters(all, [{ at, insert }]), [{ from: at, to: at + insert }]);
        expect(back.map(({ startTime }) => startTime)).toEqual(all.map(({ startTime }) => Math.round(startTime * 1e6) / 1e6));
      }),
    );
  });

  it('keeps its order, gains no overlap, and passes', () => {
    fc.assert(
      fc.property(list, edits, (all, some) => {
        expect(wrongEdit(some)).toBeUndefined();
        const ordered = [...all].sort((a, b) => a.startMs - b.startMs).map((one, at) => ({ ...one, text: String(at) }));
        const after = retime(ordered, some);
        for (const [at, one] of after.entries()) {
          expect(one.startMs >= 0 && one.endMs >= one.startMs).toBe(true);
          const next = after[at + 1];
          const [before, nextBefore] = [ordered[Number(one.text)], ordered[Number(next?.text)]];
          if (!next || !before || !nextBefore) continue;
          expect(next.startMs).toBeGreaterThanOrEqual(one.startMs);
          if (before.endMs <= nextBefore.startMs) expect(one.endMs).toBeLessThanOrEqual(next.startMs);
        }
        if (after.length > 0) expect(parseTranscript(toVtt(after)).ok).toBe(true);
      }),
    );
  });

  it('of 20,000 subtitles takes 500 edits', () => {
    const all = Array.from({ length: 20_000 }, (_, at) => subtitle(at * 1000, at * 1000 + 900));
    const many = Array.from({ length: 500 }, (_, at): Edit => (at % 2 ? { from: at * 40, to: at * 40 + 1 } : { at: at * 40, insert: 1 }));
    expect(retime(all, many)).toHaveLength(20_000 - 250);
  });
});
