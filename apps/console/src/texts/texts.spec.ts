import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { t } from './language.ts';

/** Names, and words that both languages have. */
const SAME = /^(Podcasts?|Videos?( .*)?|\{0\|video.*|Feed|Webhook|Tokens?|Audio|Text|GUID|Code|Tab|Video, .*)$/i;

const catalogue = readFileSync(join(import.meta.dirname, 'de.json'), 'utf8');
const german = Object.entries(JSON.parse(catalogue) as Record<string, string>);
const SOURCES = join(import.meta.dirname, '..');

it('German has a text of its own for every English one, with the same values in it', () => {
  expect(german.filter(([english, text]) => text === english && !SAME.test(text))).toEqual([]);
  const placesOf = (text: string) => (text.match(/\{\d\|?/g) ?? []).sort().join();
  expect(german.filter(([english, text]) => placesOf(text) !== placesOf(english))).toEqual([]);
});

it('every text of the catalogue is said somewhere: by the console, or by its editor', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('texts'),
  );
  const editor = ['search', 'lint', 'merge'].map((part) => createRequire(import.meta.url).resolve(`@codemirror/${part}`));
  const said = [...files.map((file) => join(SOURCES, file)), ...editor].map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(german.map(([english]) => english).filter((text) => !said.includes(`'${text}'`) && !said.includes(`"${text}"`))).toEqual([]);
});

it('German addresses people formally, and keeps its quotation marks and dots', () => {
  expect(german.filter(([, text]) => /\b(du|dein\w*|dich|dir)\b|“[^„]*”|\w…|\.\.\./i.test(text))).toEqual([]);
});

it('a text has its values at their places, and numbers with the form of what they count', () => {
  expect(t('{0} of {1}', 'a', 1234)).toBe('a of 1,234');
  expect(t('{0}, with {1|repair|repairs}', 'Upload', 1)).toBe('Upload, with 1 repair');
  expect(t('{0|repair|repairs}', 0)).toBe('0 repairs');
});
