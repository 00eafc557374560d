import { PODCAST_NAMESPACE, type FeedMarks, type ItemMarks, type Source } from '@app/feeds';
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

/**
 * The feed with additions alone (contract 17.4), in pieces. Nothing is parsed or written as XML: the reader has marked where something can
 * be added.
 * @param episodeOf the public episode of an item; undefined if it has none
 */
export function* withAdditions(
  { text, marks }: Source,
  settings: FeedSettings,
  episodeOf: (item: ItemMarks) => PublicEpisode | undefined,
): Generator<string> {
  let at = 0;
  for (const [from, to, added] of edits(text, marks, itemEdits(marks, settings, episodeOf))) {
    yield text.slice(at, from) + added;
    at = to;
  }
  yield text.slice(at);
}

function* edits(text: string, marks: FeedMarks, { needsNamespace, items }: ReturnType<typeof itemEdits>): Generator<Edit> {
  const encoding = ENCODING.exec(text)?.indices?.[1];
  if (encoding && text.slice(...encoding).toLowerCase() !== 'utf-8') yield [...encoding, 'UTF-8'];
  if (needsNamespace) yield [marks.root, marks.root, ` xmlns:${marks.freePrefix}="${PODCAST_NAMESPACE}"`];
  yield* items;
}

function itemEdits(
  { items, freePrefix, language }: FeedMarks,
  settings: FeedSettings,
  episodeOf: (item: ItemMarks) => PublicEpisode | undefined,
) {
  const own = settings.language ?? language;
  const attribute = own !== null && isLanguage(own) ? ` language="${own}"` : '';
  let needsNamespace = false;
  const found = items.flatMap((item): Edit[] => {
    const episode = episodeOf(item);
    if (!episode) return [];
    const address = `${settings.origin}/e/${episode.id}`;
    const tags = tagsOf(episode, { item, address, prefix: item.prefix ?? freePrefix, language: attribute });
    if (tags !== '' && item.prefix === null) needsNamespace = true;
    const isCounted = settings.countDownloads && item.enclosure !== null && item.audioUrl === episode.audioUrl;
    return [
      ...(tags === '' ? [] : [[item.at, item.at, tags] as const]),
      ...(isCounted && item.enclosure ? [[...item.enclosure, address] as const] : []),
    ];
  });
  return { needsNamespace, items: found };
}

type ItemAddress = { readonly item: ItemMarks; readonly address: string; readonly prefix: string; readonly language: string };

function tagsOf({ hasTranscript, hasChapters, video }: PublicEpisode, { item, address, prefix, language }: ItemAddress): string {
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
