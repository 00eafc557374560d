import { isbot } from 'isbot';
import { FETCHER_WORDS, FETCHERS } from './fetchers.js';
import { PODCAST_APPS } from './podcast-apps.js';

/** Apple's watches. The telephone they are paired with fetches the same episode. */
const WATCH = /^atc\/|\bwatchOS\b|\bApple Watch\b/i;

const FETCHER_WORD = new RegExp(FETCHER_WORDS.join('|'), 'i');
const FETCHER = new RegExp(`^(?:${FETCHERS.join('|')})|(?:PowerShell|Mechanize|HeadlessChrome|ms-office)\\b|^Spotify/[\\d.]+$`, 'i');

/** A downloader that names no system works for a server. */
const DOWNLOADER = /download/i;

/** An app's name as a product (RFC 9110, 10.1.5) or alone, or one that Amazon's devices end with. */
const PODCAST_APP = new RegExp(`^(?:${PODCAST_APPS.join('|')})(?=[/_.,;( -]|$)|;tpapi\\b|\\bpodcast (?:app|player)\\b`, 'i');

/** The system, the media library or the Android package of an app on a personal device. */
const DEVICE = new RegExp(
  [
    'CFNetwork/[\\d.]+ Darwin/',
    'ExoPlayer|AndroidXMedia|Dalvik|Alamofire',
    '(?:\\b|_)(?:iOS|iPadOS|iPhone|iPad|iPod|tvOS|macOS|Android|Windows)(?:\\b|_)',
    '^(?!www\\.)[a-z]{2,3}\\.\\w+\\.\\w',
  ].join('|'),
  'i',
);

/** Names that say what they are for. */
const LISTENING = new RegExp(
  [
    '^pod(?!cast)\\w|podcasts?\\b|\\b(?:pod|casts?|app|fm)\\b|\\w(?:casts?|pod|fm)(?=[/_ ]|$)',
    'radio|music|audio|sound|player|listen|stream(?:s|er)?\\b|tunes?\\b|mp3',
  ].join('|'),
  'i',
);

type UserAgentKind = 'listener' | 'bot' | 'watch';

/** Characters that are judged. */
const MAX_LENGTH = 512;

/** Judges a user agent (contract 12.6). docs/analytics.md explains the rules and states how many agents they judge correctly. */
export function kindOf(userAgent: string): UserAgentKind {
  const agent = decoded(userAgent.slice(0, MAX_LENGTH));
  if (WATCH.test(agent)) return 'watch';
  return isBot(agent) ? 'bot' : 'listener';
}

function isBot(agent: string): boolean {
  if (FETCHER_WORD.test(agent) || FETCHER.test(agent)) return true;
  if (PODCAST_APP.test(agent)) return false;
  if (agent.startsWith('Mozilla/')) return isbot(agent);
  if (DEVICE.test(agent)) return false;
  return DOWNLOADER.test(agent) || (isbot(agent) && !LISTENING.test(agent));
}

/** Apps on Apple's library escape their names. */
function decoded(agent: string): string {
  try {
    return agent.includes('%') ? decodeURIComponent(agent) : agent;
  } catch {
    return agent;
  }
}
