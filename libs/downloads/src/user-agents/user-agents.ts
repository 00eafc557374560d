import { isbot } from 'isbot';
import { FETCHER_WORDS, FETCHERS } from './fetchers.js';
import { KNOWN_APPS, PODCAST_APPS } from './podcast-apps.js';

/** Apple's watches. The telephone they are paired with fetches the same episode. */
const WATCH = /^atc\/|\bwatchOS\b|\bApple Watch\b/i;

/** Programs of the system itself, such as for previews of links; people see what a ViewService shows. */
const SERVICE = /^(?:\w+(?<!View)Service|[\w.]+\.SharingExtension|ShareSheetUI)\/[\d.]+ CFNetwork\b/;

/** A browser says more of itself. */
const NO_BROWSER = /^'?Mozilla\/5\.0(?! ?\()/;

/** `isbot` judges browsers: names of some have such a word. */
const FETCHER_WORD = new RegExp(`^(?!Mozilla/\\d.*\\b(?:Mobile|Safari|Firefox|Trident|MSIE)\\b).*?(?:${FETCHER_WORDS.join('|')})`, 'is');
const TOOL = /(?:PowerShell|Mechanize|HeadlessChrome|ms-office)\b|^Spotify\/[\d.]+$/i;

/** A downloader that names no system works for a server. */
const DOWNLOADER = /download/i;

/** Names as Matomo describes them; Amazon's devices end with one; or what the agent says of itself. */
const APP = new RegExp(
  `^(?:${KNOWN_APPS.map((name) => `(?:${name})`).join('|')})|\\wcatcher\\b|;tpapi\\b|\\bpodcast (?:app|player)\\b`,
  'i',
);

/** The system, the media library or the Android package of an app on a personal device. */
const DEVICE = new RegExp(
  [
    'CFNetwork/[\\d.]+ Darwin/',
    'ExoPlayer|AndroidXMedia|Dalvik|Alamofire',
    '(?:\\b|_)(?:iOS|iPadOS|iPhone|iPad|iPod|tvOS|macOS|KaiOS|Android|Windows)(?:\\b|_)',
    '^(?!www\\.)[a-z]{2,3}\\.\\w+\\.\\w',
  ].join('|'),
  'i',
);

/** Names that say what they are for. */
const LISTENING = new RegExp(
  [
    '^pod(?!cast)\\w|podcasts?\\b|\\b(?:pod|casts?|app|fm)\\b|\\w(?:casts?|pod|fm)(?=[/_ ]|$)',
    '^amp\\w|\\wamp(?=[/_ ]|$)|stor(?:y|ies)|fans?\\b',
    'radio|music|audio|sound|player|listen|stream(?:s|er)?\\b|tunes?\\b|mp3',
  ].join('|'),
  'i',
);

type UserAgentKind = 'listener' | 'bot' | 'watch';

/** Characters that are judged. */
const MAX_LENGTH = 512;

type Names = { readonly apps: readonly string[]; readonly fetchers: readonly string[] };

/** The rules with our own names beside those of the dependencies; docs/analytics.md states how well they judge. */
export function rulesWith({ apps, fetchers }: Names): (userAgent: string) => UserAgentKind {
  const fetcher = new RegExp(`^(?:${[...fetchers, '(?!)'].join('|')})`, 'i');
  // An app's name as a product (RFC 9110, 10.1.5) or alone.
  const app = new RegExp(`^(?:${[...apps, '(?!)'].join('|')})(?=[/_.,;( -]|$)`, 'i');
  const isBot = (agent: string): boolean => {
    if ([FETCHER_WORD, TOOL, SERVICE, NO_BROWSER, fetcher].some((rule) => rule.test(agent))) return true;
    if (app.test(agent) || APP.test(agent)) return false;
    if (agent.startsWith('Mozilla/')) return isbot(agent);
    if (DEVICE.test(agent)) return false;
    return DOWNLOADER.test(agent) || (isbot(agent) && !LISTENING.test(agent));
  };
  return (userAgent) => {
    const agent = decoded(userAgent.slice(0, MAX_LENGTH));
    if (WATCH.test(agent)) return 'watch';
    return isBot(agent) ? 'bot' : 'listener';
  };
}

/** Judges a user agent (contract 12.6). */
export const kindOf = rulesWith({ apps: PODCAST_APPS, fetchers: FETCHERS });

/** Apps on Apple's library escape their names. */
function decoded(agent: string): string {
  try {
    return agent.includes('%') ? decodeURIComponent(agent) : agent;
  } catch {
    return agent;
  }
}
