import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Drafts } from '../../parts/drafts.ts';
import { counted } from '../../parts/format.ts';
import { documentOf, emptyRow, inOrder, rowsOf, type Row } from './draft.ts';
import { readTimeCode } from './time-code.ts';

/** Seconds between a new chapter and the one before it. */
const NEW_CHAPTER_AFTER = 60;

export type Draft = ReturnType<typeof useDraft>;

const drafts = new Drafts<readonly Row[]>();

/** The chapters as they are being edited; kept as a draft while they differ from the stored ones. */
export function useDraft({ id, duration_seconds: duration }: Episode, stored: readonly Chapter[]) {
  const [rows, setRows] = useState(() => drafts.of(id) ?? rowsOf(stored));
  const isChanged = JSON.stringify(documentOf(rows)) !== JSON.stringify(documentOf(rowsOf(stored)));
  useEffect(() => {
    if (isChanged) drafts.keep(id, rows);
    else drafts.drop(id);
  }, [id, rows, isChanged]);
  return {
    rows,
    isChanged,
    replace: setRows,
    discard: () => setRows(rowsOf(stored)),
    sort: () => setRows(inOrder),
    change: (key: number, changed: Partial<Row>) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changed } : row))),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
    add: () =>
      setRows((all) => {
        const last = readTimeCode(all.at(-1)?.start ?? '');
        return [...all, emptyRow(last === undefined ? 0 : Math.min(last + NEW_CHAPTER_AFTER, duration ?? Infinity))];
      }),
  };
}

/** Saves the chapters. What the API refuses is shown beside them. */
export function useSave({ id, podcast_id: podcast }: Episode, rows: readonly Row[]) {
  const client = useQueryClient();
  return useAction({
    run: async () => {
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
    onSuccess: ({ chapters }) => client.setQueryData(['chapters', id], chapters),
  });
}
