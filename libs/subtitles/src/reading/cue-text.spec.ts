import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalize, readMarkup, tidy } from './cue-text.js';

const text = fc
  .array(fc.constantFrom('a', ' ', '\t', '\n', '\r', '\r\n', '\0', '&', '&amp;', '&#32;', '&#0;', 'é', '😀'))
  .map((all) => all.join(''));

it('every line end becomes LF and every NUL becomes U+FFFD', () => {
  fc.assert(
    fc.property(text, (any) => expect(normalize(any)).toBe(any.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '\ufffd'))),
  );
});

it('lines lose the space at their ends, and the text loses the empty lines at its ends', () => {
  fc.assert(
    fc.property(text, (any) => {
      const lines = normalize(any).split('\n').map((line) => line.replace(/[ \t]+$/, '')); // prettier-ignore
      const kept = lines.join('\n').replace(/^\n+|\n+$/g, '');
      expect(tidy(normalize(any))).toBe(kept);
    }),
  );
});

it.each(['&nbsp;', ' ', '&lrm;', '\u200b', '&rlm;&nbsp;', '\u3000'])('%j is no name of a speaker', (name) => {
  expect(readMarkup(`<v ${name}>words`)).toMatchObject({ speaker: null, defect: null, text: 'words' });
});

it('the name of a speaker has its entities decoded and its spaces collapsed', () => {
  fc.assert(
    fc.property(text, (any) => {
      const name = normalize(any).replaceAll('&amp;', '&').replaceAll('&#32;', ' ').replaceAll('&#0;', '\ufffd');
      expect(readMarkup(`<v ${normalize(any)}>`).speaker).toBe(name.replace(/[ \t\n\f\r]+/g, ' ').trim() || null);
    }),
  );
});
