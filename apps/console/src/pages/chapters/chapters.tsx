import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { counted } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty, Loading } from '../../parts/states.tsx';
import { useMay } from '../../session/permissions.tsx';
import { ChapterRow } from './chapter-row.tsx';
import './chapters.css';
import { documentOf, emptyRow, inOrder, readDocument, rowsOf, type Row } from './draft.ts';
import { readTimeCode } from './time-code.ts';
import { TimeLine } from './time-line.tsx';

/** Seconds between a new chapter and the one before it. */
const NEW_CHAPTER_AFTER = 60;

const chaptersQuery = ({ id, chapters }: Episode) =>
  queryOptions({
    queryKey: ['chapters', id],
    queryFn: async ({ signal }): Promise<readonly Chapter[]> => {
      if (chapters === null) return [];
      return (await api.GET('/api/v1/episodes/{episode}/chapters', { params: { path: { episode: id } }, signal })).data.data.chapters;
    },
    // What is being edited must not change under the hands.
    staleTime: Infinity,
  });

/** The chapters of an episode: on a time line and in a list. */
export function Chapters({ episode: id }: { readonly episode: string }) {
  return (
    <EpisodePage episode={id} subject="Chapters">
      {(episode) => <Stored episode={episode} />}
    </EpisodePage>
  );
}

function Stored({ episode }: { readonly episode: Episode }) {
  const { data, error, refetch } = useQuery(chaptersQuery(episode));
  if (error) return <Problem error={error} retry={refetch} />;
  return data ? <Editor episode={episode} stored={data} /> : <Loading label="Loading the chapters" />;
}

function Editor({ episode, stored }: { readonly episode: Episode; readonly stored: readonly Chapter[] }) {
  const [rows, setRows] = useState(() => rowsOf(stored));
  const [fileError, setFileError] = useState<Error>();
  const isReadOnly = !useMay('update');
  const isChanged = JSON.stringify(documentOf(rows)) !== JSON.stringify(documentOf(rowsOf(stored)));
  useWarningBeforeLeaving(isChanged);
  const path = { episode: episode.id };
  const client = useQueryClient();
  const save = useAction({
    run: async () => {
      const body = documentOf(rows);
      const { data } = await api.PUT('/api/v1/episodes/{episode}/chapters', { params: { path }, body });
      return { ...data.data, chapters: body.chapters };
    },
    done: ({ chapter_count: count }) => (count === 0 ? 'All chapters are removed.' : `${counted(count, 'chapter')} saved.`),
    changes: [
      ['episodes', episode.id],
      ['podcasts', episode.podcast_id],
    ],
    showsFailure: true,
    onSuccess: ({ chapters }) => client.setQueryData(['chapters', episode.id], chapters),
  });
  const change = (key: number, changed: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const sort = () => setRows(inOrder);
  const add = () =>
    setRows((all) => {
      const last = readTimeCode(all.at(-1)?.start ?? '');
      return [...all, emptyRow(last === undefined ? 0 : Math.min(last + NEW_CHAPTER_AFTER, episode.duration_seconds ?? Infinity))];
    });
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      setRows(readDocument(await file.text()));
      setFileError(undefined);
    } catch (error) {
      setFileError(error as Error);
    }
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="row">
        <button className="button button-primary" disabled={isReadOnly || !isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : 'Save chapters'}
        </button>
        <button type="button" className="button" disabled={!isChanged} onClick={() => setRows(rowsOf(stored))}>
          Discard changes
        </button>
        <button
          type="button"
          className="button"
          disabled={rows.length === 0}
          onClick={() => saveFile('chapters.json', 'application/json+chapters', JSON.stringify(documentOf(rows), null, 2))}
        >
          Save as JSON
        </button>
        <label className={isReadOnly ? 'button file-button is-disabled' : 'button file-button'}>
          Open JSON…
          <input
            type="file"
            accept=".json,application/json"
            disabled={isReadOnly}
            onChange={({ target }) => {
              void open(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        <span role="status" className="hint">
          {counted(rows.length, 'chapter')}
          {isChanged && ', not saved'}
        </span>
      </div>
      {save.error && <Problem error={save.error} />}
      {fileError && <Problem error={fileError} />}
      {episode.duration_seconds !== null && (
        <TimeLine
          rows={rows}
          duration={episode.duration_seconds}
          isReadOnly={isReadOnly}
          onMove={(key, start) => change(key, { start })}
          onMoved={sort}
        />
      )}
      {rows.length === 0 && <Empty title="This episode has no chapters." />}
      <ol className="chapters">
        {rows.map((row, index) => (
          <ChapterRow
            key={row.key}
            row={row}
            index={index}
            error={save.error}
            isReadOnly={isReadOnly}
            onChange={(changed) => change(row.key, changed)}
            onTimed={sort}
            onRemove={() => setRows((all) => all.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <div>
        <button type="button" className="button" disabled={isReadOnly} onClick={add}>
          Add a chapter
        </button>
      </div>
    </form>
  );
}

function useWarningBeforeLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
