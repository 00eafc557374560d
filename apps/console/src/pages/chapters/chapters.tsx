import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chapter, Episode } from '../../api/api.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { Empty, Loaded, Problem } from '../../parts/states.tsx';
import { Restored } from '../../parts/restored.tsx';
import { SoleTab } from '../../parts/sole-tab.tsx';
import { ChapterRow } from './chapter-row.tsx';
import './chapters.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { documentOf, readFile } from './draft.ts';
import { chaptersQuery, type Stored as StoredChapters } from './stored.ts';
import { TimeLine } from './time-line.tsx';
import { Toolbar } from './toolbar.tsx';
import { ChangedMeanwhileError, chapterDrafts, useDraft, useSave, type Draft, type Kept } from './use-draft.ts';
import { Button, Form } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

/** The chapters of an episode: on a time line and in a list. */
export function Chapters({ episode: id }: { readonly episode: string }) {
  return (
    <EpisodePage episode={id} subject={t('Chapters')}>
      {(episode) => (
        <SoleTab name={`chapters/${episode.id}`}>
          <Stored episode={episode} />
        </SoleTab>
      )}
    </EpisodePage>
  );
}

function Stored({ episode }: { readonly episode: Episode }) {
  const chapters = useQuery(chaptersQuery(episode));
  const { data: kept } = useQuery(chapterDrafts.query(episode.id));
  return (
    <Loaded query={kept === undefined ? { ...chapters, data: undefined } : chapters}>
      {(stored) => <Editor episode={episode} stored={stored} kept={kept ?? null} />}
    </Loaded>
  );
}

type EditorProps = { readonly episode: Episode; readonly stored: StoredChapters; readonly kept: Kept | null };

function Editor({ episode, stored, kept }: EditorProps) {
  const draft = useDraft(episode, stored, kept);
  const [fileError, setFileError] = useState<Error>();
  const [isComparing, setComparing] = useState(false);
  const save = useSave(episode, draft);
  const open = (file: File) =>
    readFile(file)
      .then(draft.replace)
      .then(() => setFileError(undefined), setFileError);
  return (
    <Form noValidate onSubmit={save.mutate}>
      {kept && (
        <Restored
          what={t('These are the chapters that you have not saved yet. They were kept on this device.')}
          meanwhile={draft.base.etag !== stored.etag && t('Meanwhile other chapters were stored, or the stored ones removed.')}
          onCompare={() => setComparing(true)}
        />
      )}
      <Toolbar draft={draft} isSaving={save.isPending} onOpen={(file) => void open(file)} />
      <Refusal {...{ episode, draft, save }} compared={isComparing ? stored : undefined} onClose={() => setComparing(false)} />
      {fileError && <Problem error={fileError} />}
      {episode.duration_seconds !== null && (
        <TimeLine
          rows={draft.rows}
          duration={episode.duration_seconds}
          onMove={(key, start) => draft.change(key, { start })}
          onMoved={draft.sort}
        />
      )}
      <Rows draft={draft} error={save.error} />
    </Form>
  );
}

type RefusalProps = {
  readonly episode: Episode;
  readonly draft: Draft;
  readonly save: ReturnType<typeof useSave>;
  /** The stored chapters, while the person compares with them. */
  readonly compared: StoredChapters | undefined;
  readonly onClose: () => void;
};

/** Why the chapters were not saved or what they differ in, and what can be done about it. */
function Refusal({ episode, draft, save, compared, onClose }: RefusalProps) {
  const client = useQueryClient();
  const stored = save.error instanceof ChangedMeanwhileError ? save.error.stored : compared;
  if (!stored) return save.error && <Problem error={save.error} />;
  const close = () => {
    save.reset();
    onClose();
  };
  const take = (chapters: readonly Chapter[]) => {
    client.setQueryData(chaptersQuery(episode).queryKey, stored);
    draft.open(chapters, stored);
    close();
  };
  const edited = documentOf(draft.rows).chapters;
  return <ConflictDialog stored={stored.chapters} edited={edited} onTake={take} onClose={close} />;
}

function Rows({ draft, error }: { readonly draft: Draft; readonly error: Error | null }) {
  const { rows, change, sort, remove, add } = draft;
  return (
    <>
      {rows.length === 0 && <Empty title={t('This episode has no chapters.')} />}
      <ol className="list">
        {rows.map((row, index) => (
          <ChapterRow
            key={row.key}
            row={row}
            index={index}
            error={error}
            onChange={(changed) => change(row.key, changed)}
            onTimed={sort}
            onRemove={() => remove(row.key)}
          />
        ))}
      </ol>
      <div>
        <Button needs="update" onClick={add}>
          {t('Add a chapter')}
        </Button>
      </div>
    </>
  );
}
