import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '@app/client';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { changesOf, readEpisode } from '../../api/episodes.ts';
import { useAction } from '../../parts/actions.ts';
import { Drafts } from '../../parts/drafts.ts';
import { areSame, documentOf, emptyRow, inOrder, rekeyed, type Row, rowsOf } from './draft.ts';
import { readTimeCode } from '../../parts/time-code.ts';
import { t } from '../../texts/language.ts';

/** Seconds between a new chapter and the one before it. */
const NEW_CHAPTER_AFTER = 60;

export type Draft = ReturnType<typeof useDraft>;

/** Chapters that are being edited, and the stored ones that they were made from. */
export type Kept = { readonly rows: readonly Row[]; readonly base: Stored };

export const chapterDrafts = new Drafts<Kept>('chapters');

/** The chapters as they are being edited; kept as a draft while they differ from the stored ones. */
export function useDraft(episode: Episode, stored: Stored, draft: Kept | null) {
  const opened = (chapters: readonly Chapter[], base: Stored): Kept => ({ rows: rowsOf(chapters), base });
  const [{ rows, base }, setKept] = useState<Kept>(() =>
    draft ? { ...draft, rows: rekeyed(draft.rows) } : opened(stored.chapters, stored),
  );
  const setRows = (next: readonly Row[] | ((rows: readonly Row[]) => readonly Row[])) =>
    setKept((kept) => ({ ...kept, rows: typeof next === 'function' ? next(kept.rows) : next }));
  const isChanged = JSON.stringify(documentOf(rows)) !== JSON.stringify(documentOf(rowsOf(stored.chapters)));
  useEffect(() => {
    if (isChanged) chapterDrafts.keep(episode, () => ({ rows, base }));
    else chapterDrafts.drop(episode.id);
  }, [episode, rows, base, isChanged]);
  return {
    rows,
    base,
    isChanged,
    replace: setRows,
    open: (chapters: readonly Chapter[], on: Stored) => setKept(opened(chapters, on)),
    saved: (on: Stored) => setKept((kept) => ({ ...kept, base: on })),
    discard: () => setKept(opened(stored.chapters, stored)),
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
  constructor(readonly stored: Stored) {
    super('changed meanwhile');
    this.name = 'ChangedMeanwhileError';
  }
}

/** Saves chapters in place of those that the person has seen (`If-Match`). Refusals are shown beside them. */
export function useSave(episode: Episode, { rows, base, saved }: Draft) {
  const { id } = episode;
  const client = useQueryClient();
  return useAction({
    run: async () => {
      const body = documentOf(rows);
      const header = base.etag === null ? { 'If-None-Match': '*' } : { 'If-Match': base.etag };
      const { data } = await api
        .PUT('/api/v1/episodes/{episode}/chapters', { params: { path: { episode: id }, header }, body })
        .catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 412) throw error;
          throw new ChangedMeanwhileError(await readChapters(id));
        });
      const now = await readChapters(id);
      // Somebody may have been faster than this look: then the next save is refused and shows it.
      return { count: data.data.chapter_count, now: areSame(now.chapters, body.chapters) ? now : { ...now, ...body, etag: base.etag } };
    },
    done: ({ count }) => t('{0|chapter|chapters} saved.', count),
    changes: changesOf(episode),
    onSuccess: ({ now }) => {
      client.setQueryData(chaptersQuery(episode).queryKey, now);
      saved(now);
    },
  });
}

/** The chapters that are stored, and their ETag: null when there are none. */
export type Stored = { readonly chapters: readonly Chapter[]; readonly etag: string | null };

async function chaptersOf({ id, chapters }: Episode, signal?: AbortSignal): Promise<Stored> {
  if (chapters === null) return { chapters: [], etag: null };
  const options = { params: { path: { episode: id } }, cache: 'no-store', signal } as const;
  const { data, response } = await api.GET('/api/v1/episodes/{episode}/chapters', options);
  return { chapters: data.data.chapters, etag: response.headers.get('ETag') };
}

/** The chapters as they are now, past every cache. */
export const readChapters = async (episode: string): Promise<Stored> => chaptersOf(await readEpisode(episode));

/** The chapters that the editor begins with. */
export const chaptersQuery = (episode: Episode) =>
  queryOptions({
    queryKey: ['chapters', episode.id],
    queryFn: ({ signal }) => chaptersOf(episode, signal),
    // A list must not change while a user edits it.
    staleTime: Infinity,
  });
