import { describe, expect, it } from '@jest/globals';
import { areSame, changesBetween, documentOf, emptyRow, inOrder, readDocument, rowsOf } from './draft.ts';

const chapters = [
  { startTime: 0, title: 'Intro', summary: 'Hello', url: 'https://example.com/', img: 'https://example.com/a.png' },
  { startTime: 60.5, title: '', toc: false },
  { startTime: 60.5, title: 'Main', endTime: 90 },
];

describe('a draft of chapters', () => {
  it('a draft of chapters that was not changed is the document that it was made from', () => {
    expect(documentOf(rowsOf(chapters))).toEqual({ version: '1.2.0', chapters });
  });

  it('a draft of chapters sends a time that cannot be read as it was typed, for the API to name', () => {
    expect(documentOf([{ ...emptyRow(0), start: 'noon' }]).chapters[0]?.startTime).toBe('noon');
  });

  it('a draft of chapters is ordered by time, and a row without a readable time stays behind the row before it', () => {
    const [late, odd, early] = rowsOf([{ startTime: 90 }, { startTime: 0 }, { startTime: 10 }]);
    if (!late || !odd || !early) throw new Error('three rows');
    expect(inOrder([late, { ...odd, start: 'noon' }, early]).map(({ start }) => start)).toEqual(['0:10', '1:30', 'noon']);
  });

  it('a draft of chapters is the same as one that differs in the order of members alone', () => {
    expect(areSame([{ startTime: 0, title: 'A', toc: true }], [{ title: 'A', startTime: 0 }])).toBe(true);
    expect(areSame([{ startTime: 0, title: 'A' }], [{ startTime: 0, title: 'B' }])).toBe(false);
    expect(areSame([], [{ startTime: 0, title: 'A' }])).toBe(false);
  });

  it('a draft of chapters differs from another one by chapters that are removed and added, in the order of times', () => {
    const [intro, middle, end] = [{ startTime: 0, title: 'Intro' }, { startTime: 60, title: 'Middle' }, { startTime: 90, title: 'End' }]; // prettier-ignore
    expect(changesBetween([intro, middle], [intro, { ...middle, url: 'https://example.com/' }, end])).toEqual([
      { kind: 'removed', chapter: middle },
      { kind: 'added', chapter: { ...middle, url: 'https://example.com/' } },
      { kind: 'added', chapter: end },
    ]);
    expect(changesBetween([intro], [intro])).toEqual([]);
  });

  it('a draft of chapters is read from a document of any version, whose unknown members are left out', () => {
    const text = '\uFEFF{"version":1.1,"author":"x","chapters":[{"startTime":1,"title":"One","location":{}},{"startTime":"2"}]}';
    expect(documentOf(readDocument(text)).chapters).toEqual([
      { startTime: 1, title: 'One' },
      { startTime: 0, title: '' },
    ]);
  });

  it.each([
    ['{', /not JSON/],
    ['[]', /no chapters document/],
    ['{"chapters":{}}', /no chapters document/],
  ])('a draft of chapters from %s is refused with the reason', (text, reason) => {
    expect(() => readDocument(text)).toThrow(reason);
  });
});
