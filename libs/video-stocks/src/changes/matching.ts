/** A stock that waits for its episode. */
export type WaitingStock = { readonly id: string; readonly guid: string | null; readonly title: string | null };

/** An episode without a video. */
export type Candidate = { readonly id: string; readonly guid: string | null; readonly title: string };

export type Pair = { readonly stockId: string; readonly episodeId: string };

// eslint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;

/** The form in which titles are compared: NFKC, lower case, single spaces (contract 9.5). */
export function folded(title: string): string {
  if (ASCII.test(title)) return title.toLowerCase().replace(/\s+/g, ' ').trim(); // the same, and five times as fast
  return title.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Pairs the stocks of one podcast with its episodes: by guid, else by folded title, and only where exactly one stock and exactly one
 * episode agree. The result does not depend on the order of either list.
 */
export function pairs(stocks: readonly WaitingStock[], episodes: readonly Candidate[]): Pair[] {
  const byGuid = unambiguous(stocks, episodes, ({ guid }) => guid);
  const paired = new Set(byGuid.flatMap(({ stockId, episodeId }) => [stockId, episodeId]));
  const left = <T extends { id: string }>(all: readonly T[]) => all.filter(({ id }) => !paired.has(id));
  const byTitle = unambiguous(left(stocks), left(episodes), ({ title }) => (title === null ? null : folded(title) || null));
  return [...byGuid, ...byTitle];
}

type Keyed = { readonly id: string; readonly guid: string | null; readonly title: string | null };

function unambiguous(stocks: readonly WaitingStock[], episodes: readonly Candidate[], key: (one: Keyed) => string | null): Pair[] {
  const wanted = grouped(stocks, key);
  if (wanted.size === 0) return [];
  const offered = grouped(episodes, key);
  return [...wanted].flatMap(([agreed, [stock, ...rivals]]) => {
    const [episode, ...others] = offered.get(agreed) ?? [];
    const isOne = stock !== undefined && episode !== undefined && rivals.length === 0 && others.length === 0;
    return isOne ? [{ stockId: stock.id, episodeId: episode.id }] : [];
  });
}

function grouped<T extends Keyed>(all: readonly T[], key: (one: Keyed) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const agreed = key(one);
    if (agreed === null) continue;
    const group = groups.get(agreed);
    if (group) group.push(one);
    else groups.set(agreed, [one]);
  }
  return groups;
}
