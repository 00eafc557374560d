import { t } from '../../texts/language.ts';

const KINDS = [
  { name: t('Episodes with transcripts'), path: '/transcript.vtt' },
  { name: t('Episodes with chapters'), path: '/chapters.json' },
  { name: t('Episodes with a video'), path: '/video' },
  { name: t('Enclosures that count downloads'), path: '' },
] as const;

/** An address of this service in an element of a feed (contract 17). */
const ADDRESS =
  /<(?:[\w-]+:)?(?:transcript|chapters|source|enclosure|link)\s[^>]*?(?:url|uri|href)=["'][^"']*\/e\/[0-9a-f-]{36}([^"']*)["']/g;

/** The additions of this service to a public feed, counted by kind. */
export function additionsIn(feed: string): readonly { readonly name: string; readonly count: number }[] {
  const paths = [...feed.matchAll(ADDRESS)].map(([, path]) => path);
  return KINDS.map(({ name, path }) => ({ name, count: paths.filter((one) => one === path).length }));
}
