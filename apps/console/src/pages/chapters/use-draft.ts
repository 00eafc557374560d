import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Drafts } from '../../parts/drafts.ts';
import { counted } from '../../parts/format.ts';
import { areSame, documentOf, emptyRow, inOrder, rekeyed, rowsOf, type Row } from './draft.ts';
import { chaptersQuery, readChapters } from './stored.ts';
import { readTimeCode } from './time-code.ts';

/** Seconds between a new chapter and the one before it. */
const NEW_CHAPTER_AFTER = 60;

export type Draft = ReturnType<typeof useDraft>;

/** Chapters that are being edited, and the stored ones that they were made from. */
export type Kept = { readonly rows: readonly Row[]; readonly base: readonly Chapter[] };

export const chapterDrafts = new Drafts<Kept>('chapters', (kept) => JSON.stringify(kept).length);

const restored = ({ rows, base }: Kept): Kept => ({ rows: rekeyed(rows), base });

/** The chapters as they are being edited; kept as a draft while they differ from the stored ones. */
export function useDraft(episode: Episode, stored: readonly Chapter[], draft: Kept | null) {
  const [{ rows, base }, setKept] = useState<Kept>(() => (draft ? restored(draft) : { rows: rowsOf(stored), base: stored }));
  const [work] = useState(episode);
  const setRows = (next: readonly Row[] | ((rows: readonly Row[]) => readonly Row[])) =>
    setKept((kept) => ({ ...kept, rows: typeof next === 'function' ? next(kept.rows) : next }));
  const isChanged = JSON.stringify(documentOf(rows)) !== JSON.stringify(documentOf(rowsOf(stored)));
  useEffect(() => {
    if (isChanged) chapterDrafts.keep(work, () => ({ rows, base }));
    else chapterDrafts.drop(work);
  }, [work, rows, base, isChanged]);
  return {
    rows,
    base,
    isChanged,
    replace: setRows,
    open: (chapters: readonly Chapter[]) => setKept({ rows: rowsOf(chapters), base: chapters }),
    saved: (chapters: readonly Chapter[]) => setKept((kept) => ({ ...kept, base: chapters })),
    discard: () => setKept({ rows: rowsOf(stored), base: stored }),
    sort: () => setRows(inOrder),
    change: (key: number, changed: Partial<Row>) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changed } : row))),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
    add: () =>
      setRows((all) => {
        const last = readTimeCode(all.at(-1)?.start ?? '');
        return [...all, emptyRow(last === undefined ? 0 : Math.min(last + NEW_CHAPTER_AFTER, episode.duration_seconds ?? Infinity))];
      }),
  };
}

/** Other chapters were stored than the ones that would be replaced. */
export class ChangedMeanwhileError extends Error {
  constructor(readonly stored: readonly Chapter[]) {
    super('The stored chapters have changed since you opened them.');
    this.name = 'ChangedMeanwhileError';
  }
}

/**
 * Saves the chapters in the place of those that the person has seen. The API has no condition for that, so the page looks again right
 * before it. What the API refuses is shown beside the chapters.
 */
export function useSave(episode: Episode, { rows, saved }: Draft) {
  const { id, podcast_id: podcast } = episode;
  const client = useQueryClient();
  return useAction({
    run: async (seen: readonly Chapter[]) => {
      const stored = await readChapters(id);
      if (!areSame(stored, seen)) throw new ChangedMeanwhileError(stored);
      const body = documentOf(rows);
      const { data } = await api.PUT('/api/v1/episodes/{episode}/chapters', { params: { path: { episode: id } }, body });
      return { ...data.data, chapters: body.chapters };
    },
    done: ({ chapter_count: count }) => (count === 0 ? 'All chapters are removed.' : `${counted(count, 'chapter')} saved.`),
    changes: [
      ['episodes', id],
      ['podcasts', podcast],
    ],
    showsFailure: true,
    onSuccess: ({ chapters }) => {
      client.setQueryData(chaptersQuery(episode).queryKey, chapters);
      saved(chapters);
    },
  });
}
