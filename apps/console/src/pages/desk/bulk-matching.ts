import type { Episode } from '../../api/api.ts';

type Named = Pick<Episode, 'guid' | 'title' | 'audio_url'>;

/** The name of a file, without its folder and extension. */
export const stemOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.[^.]{1,5}$/, '');

/** `urn:tech/12` and `urn_tech_12` are the same name, as for `podcast transcript put --match`. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function audioName({ audio_url: url }: Named): string {
  if (url === null || !URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return stemOf(decodeURIComponent(pathname));
  } catch {
    return stemOf(pathname);
  }
}

/** The episodes that a file is named after: by their guid, else their audio file, else their title. */
export function matching<E extends Named>(file: string, episodes: readonly E[]): readonly E[] {
  const name = folded(stemOf(file));
  if (name === '') return [];
  const keys: ((episode: E) => string)[] = [({ guid }) => guid ?? '', audioName, ({ title }) => title];
  return keys.map((key) => episodes.filter((episode) => folded(key(episode)) === name)).find(({ length }) => length > 0) ?? [];
}
