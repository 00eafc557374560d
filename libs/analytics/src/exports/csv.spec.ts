import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvCell } from './csv.js';

describe('a cell (RFC 4180)', () => {
  it.each([
    ['Plain', 'Plain'],
    ['', ''],
    [' spaces ', ' spaces '],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['😀 ünï', '😀 ünï'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['1-1', '1-1'],
  ])('of %j is %j', (text, cell) => expect(csvCell(text)).toBe(cell));

  it('is read back by others, and begins with nothing that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [row] = parse(`x,${csvCell(text)}\r\n`, { record_delimiter: '\r\n' });
        const read = row?.[1] ?? 'nothing';
        expect([text, `'${text}`]).toContain(read);
        expect(read).not.toMatch(/^[=+\-@\t\r]/);
      }),
    ); // prettier-ignore
  });
});
