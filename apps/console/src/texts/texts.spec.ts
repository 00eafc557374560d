import { expect, it } from '@jest/globals';
import { t as bulk } from './bulk.ts';
import type { Catalogue } from './catalogue.ts';
import { t as chapters } from './chapters.ts';
import { de } from './de.ts';
import { t as desk } from './desk.ts';
import { t as downloads } from './downloads.ts';
import { t as episode } from './episode.ts';
import { t as feed } from './feed.ts';
import { t as frame } from './frame.ts';
import { t as shared } from './shared.ts';
import { t as tokens } from './tokens.ts';
import { t as transcript } from './transcript.ts';
import { t as videos } from './videos.ts';
import { t as webhook } from './webhook.ts';

const en: Catalogue = { frame, shared, desk, bulk, episode, transcript, chapters, videos, downloads, feed, webhook, tokens };

/** Names, and words that both languages have. */
const SAME =
  /^(Podcast Automation|Podcasts?|Videos?( .*)?|Feed|Webhook|Tokens?|Audio|Text|GUID|Code|Tab|Status .*|status .*|in \d+ s|Video, .*|.* \/ .*)$/;

/** Every text by its path; what has values is called with some. */
function textsIn(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') {
    const made = (node as (...values: unknown[]) => unknown)(...['72', '73', '74', '75']);
    return [[path, Array.isArray(made) ? made.join('') : String(made)]];
  }
  return Object.entries(node as object).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`));
}

it('German has a text of its own for every English one, with the same values in it', () => {
  const english = new Map(textsIn(en));
  const german = textsIn(de);
  expect(german.map(([path]) => path)).toEqual([...english.keys()]);
  expect(german.filter(([path, text]) => text === english.get(path) && !SAME.test(text))).toEqual([]);
  const valuesOf = (text = '') => (text.match(/\b7[2-5]\b/g) ?? []).sort().join();
  expect(german.filter(([path, text]) => valuesOf(text) !== valuesOf(english.get(path)))).toEqual([]);
});

it('German addresses people formally, and keeps its quotation marks and dots', () => {
  const german = textsIn(de);
  expect(german.filter(([, text]) => /\b(du|dein\w*|dich|dir)\b|“[^„]*”|\w…|\.\.\./i.test(text))).toEqual([]);
});
