import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chapter, Episode } from '../../api/api.ts';
import { saveFile } from '../../parts/browser.ts';
import { Button, FileButton, Form } from '../../parts/controls.tsx';
import { DraftPage, Restored } from '../../parts/draft-page.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { t } from '../../texts/language.ts';
import { ChapterRow } from './chapter-row.tsx';
import './chapters.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { documentOf, readFile } from './draft.ts';
import { chaptersQuery, type Stored, ChangedMeanwhileError, chapterDrafts, useDraft, useSave, type Draft, type Kept } from './use-draft.ts';
import { TimeLine } from './time-line.tsx';

/** The chapters of an episode: on a time line and in a list. */
export function Chapters({ episode: id }: { readonly episode: string }) {
  return (
    <DraftPage episode={id} subject={t('Chapters')} drafts={chapterDrafts} query={chaptersQuery}>
      {(episode, stored, kept) => <Editor episode={episode} stored={stored} kept={kept} />}
    </DraftPage>
  );
}

type EditorProps = { readonly episode: Episode; readonly stored: Stored; readonly kept: Kept | null };

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
      {kept && <Restored isStale={draft.base.etag !== stored.etag} onCompare={() => setComparing(true)} />}
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

type ToolbarProps = { readonly draft: Draft; readonly isSaving: boolean; readonly onOpen: (file: File) => void };

/** The actions on all chapters at once. */
function Toolbar({ draft: { rows, isChanged, discard }, isSaving, onOpen }: ToolbarProps) {
  const saveAsFile = () => saveFile('chapters.json', 'application/json+chapters', JSON.stringify(documentOf(rows), null, 2));
  return (
    <div className="row">
      <Button type="submit" kind="primary" needs="update" disabled={!isChanged || isSaving}>
        {t('Save chapters')}
      </Button>
      <Button disabled={!isChanged} onClick={discard}>
        {t('Discard changes')}
      </Button>
      <Button disabled={rows.length === 0} onClick={saveAsFile}>
        {t('Save as JSON')}
      </Button>
      <FileButton label={t('Open JSON…')} accept=".json" onFiles={([file]) => file && onOpen(file)} />
      <span role="status" className="row hint">
        {t('{0|chapter|chapters}', rows.length)}
        {isChanged && <span className="tag tag-warn">{t('Not uploaded')}</span>}
      </span>
    </div>
  );
}

type RefusalProps = {
  readonly episode: Episode;
  readonly draft: Draft;
  readonly save: ReturnType<typeof useSave>;
  /** The stored chapters, while the person compares with them. */
  readonly compared: Stored | undefined;
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
  return <ConflictDialog stored={stored.chapters} edited={documentOf(draft.rows).chapters} onTake={take} onClose={close} />;
}

function Rows({ draft: { rows, change, sort, remove, add }, error }: { readonly draft: Draft; readonly error: Error | null }) {
  return (
    <>
      {rows.length === 0 && <Empty title={t('No chapters')} />}
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
