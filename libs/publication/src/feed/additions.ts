import { PODCAST_NAMESPACE, type ItemMarks, type Source } from '@app/feeds';
import { isLanguage } from '../settings/publication.dto.js';

/** An episode that is public, and what it has beside its audio. */
export type PublicEpisode = {
  readonly id: string;
  readonly audioUrl: string | null;
  readonly hasTranscript: boolean;
  readonly hasChapters: boolean;
  readonly video: { readonly contentType: string; readonly byteSize: number } | null;
};

export type FeedSettings = {
  /** The beginning of the public addresses. */
  readonly origin: string;
  readonly countDownloads: boolean;
  /** Of transcripts; null: that of the feed. */
  readonly language: string | null;
};

/** A place in a text, and what takes the place of what is there. */
type Edit = readonly [from: number, to: number, text: string];

const TRANSCRIPTS = [
  ['vtt', 'text/vtt'],
  ['srt', 'application/x-subrip'],
  ['json', 'application/json'],
] as const;

/** The encoding that an XML declaration names. */
const ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']\s*([\w.:-]+)/d;

type EpisodeOf = (item: ItemMarks) => PublicEpisode | undefined;

/**
 * The feed with additions alone (contract 17.4), in pieces. Nothing is parsed or written as XML: the reader has marked
 * where something can be added.
 * @param episodeOf the public episode of an item; undefined if it has none
 */
export function* withAdditions(source: Source, settings: FeedSettings, episodeOf: EpisodeOf): Generator<string> {
  let at = 0;
  for (const [from, to, added] of edits(source, settings, episodeOf)) {
    yield source.text.slice(at, from) + added;
    at = to;
  }
  yield source.text.slice(at);
}

function* edits({ text, marks }: Source, settings: FeedSettings, episodeOf: EpisodeOf): Generator<Edit> {
  const { root, freePrefix, items } = marks;
  const encoding = ENCODING.exec(text)?.indices?.[1];
  if (encoding && text.slice(...encoding).toLowerCase() !== 'utf-8') yield [...encoding, 'UTF-8'];
  const own = settings.language ?? marks.language;
  const language = own !== null && isLanguage(own) ? ` language="${own}"` : '';
  const published = items.flatMap((item) => {
    const episode = episodeOf(item);
    return episode ? [{ episode, item, address: `${settings.origin}/e/${episode.id}`, prefix: item.prefix ?? freePrefix, language }] : [];
  });
  const needsNamespace = published.some((one) => one.item.prefix === null && tagsOf(one) !== '');
  if (needsNamespace) yield [root, root, ` xmlns:${freePrefix}="${PODCAST_NAMESPACE}"`];
  for (const one of published) {
    const { item, episode, address } = one;
    const tags = tagsOf(one);
    if (tags !== '') yield [item.at, item.at, tags];
    if (settings.countDownloads && item.enclosure && item.audioUrl === episode.audioUrl) yield [...item.enclosure, address];
  }
}

type PublishedItem = {
  readonly episode: PublicEpisode;
  readonly item: ItemMarks;
  readonly address: string;
  readonly prefix: string;
  readonly language: string;
};

function tagsOf({ episode: { hasTranscript, hasChapters, video }, item, address, prefix, language }: PublishedItem): string {
  const transcripts = TRANSCRIPTS.map(
    ([ending, type]) => `<${prefix}:transcript url="${address}/transcript.${ending}" type="${type}"${language}/>`,
  );
  const chapters = `<${prefix}:chapters url="${address}/chapters.json" type="application/json+chapters"/>`;
  const enclosure = (type: string, length: number) =>
    `<${prefix}:alternateEnclosure type="${type}" length="${length}">` +
    `<${prefix}:source uri="${address}/video"/></${prefix}:alternateEnclosure>`;
  return [
    ...(hasTranscript ? transcripts : []),
    hasChapters && !item.hasChapters ? chapters : '',
    video ? enclosure(video.contentType, video.byteSize) : '',
  ].join('');
}
