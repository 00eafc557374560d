import { openSearchPanel } from '@codemirror/search';
import { useRef, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { useDroppedFiles } from '../../parts/browser.ts';
import { DraftPage, Restored } from '../../parts/draft-page.tsx';
import { notifyOfFailure } from '../../parts/notices.tsx';
import { Store, useStore } from '../../parts/store.ts';
import { useMay } from '../../session/permissions.ts';
import { rich, t } from '../../texts/language.ts';
import { CueList } from './cues/cue-list.tsx';
import { SpeakersDialog } from './cues/speakers-dialog.tsx';
import { RetimeDialog, ShiftDialog } from './cues/times-dialogs.tsx';
import { Downloads } from './downloads.tsx';
import type { EditorSummary } from './editor/transcript-editor.ts';
import { Findings } from './findings.tsx';
import { Player } from './player.tsx';
import { RepairDialog, type RepairResult } from './repair-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { openedQuery } from './stored.ts';
import { Toolbar } from './toolbar.tsx';
import './transcript.css';
import { openFile, transcriptDrafts, useEditor, type Opened } from './use-editor.ts';
import { VersionsDialog } from './versions-dialog.tsx';

const DIALOGS = { shift: ShiftDialog, retime: RetimeDialog, speakers: SpeakersDialog, versions: VersionsDialog, review: ReviewDialog };

/** The dialogs besides the repair, which is computed first. */
export type PlainDialog = keyof typeof DIALOGS;

const NO_FACTS = new Store<EditorSummary | undefined>(undefined);

/** The editor of one episode's transcript. What is typed after it was loaded is the workbench's. */
export function Transcript({ episode: id }: { readonly episode: string }) {
  return (
    <DraftPage episode={id} subject={t('Transcript')} drafts={transcriptDrafts} query={openedQuery}>
      {(episode, stored, draft) => <Workbench episode={episode} opened={{ stored, draft }} />}
    </DraftPage>
  );
}

/** Editor, audio and defects of one transcript, and what can be done with it. */
function Workbench({ episode, opened }: { readonly episode: Episode; readonly opened: Opened }) {
  const mayUpdate = useMay('update');
  const audio = useRef<HTMLAudioElement>(null);
  const seeks = useRef(true);
  const [open, setOpen] = useState<PlainDialog | RepairResult>();
  const close = () => setOpen(undefined);
  const { editor, attach } = useEditor({ episode, opened, isReadOnly: !mayUpdate, audio, seeks });
  const summary = useStore(editor?.facts ?? NO_FACTS);
  const take = (file: File | undefined) => file && editor && !open && void openFile(editor, file);
  useDroppedFiles(([file]) => take(file));
  const Plain = typeof open === 'string' ? DIALOGS[open] : undefined;
  return (
    <>
      <Notes episode={episode} opened={opened} onCompare={() => editor && setOpen('review')} />
      <Toolbar
        summary={summary}
        onRepair={() => void editor?.judge.run((reader) => reader.repair(editor.text)).then(setOpen, notifyOfFailure)}
        onSearch={() => editor && openSearchPanel(editor.view)}
        onFile={take}
        onOpen={setOpen}
      />
      <div className="workbench">
        <div className="editor" ref={attach} />
        <div className="stack">
          <Player episode={episode} editor={editor} audio={audio} onSeeksOnClick={(wanted) => void (seeks.current = wanted)} />
          {editor && summary && summary.subtitles > 0 && (
            <CueList editor={editor} summary={summary} audio={audio} audioUrl={episode.audio_url} />
          )}
          {summary && <Findings summary={summary} onGoTo={(line) => editor?.goToLine(line)} onRetry={() => void editor?.judge.judge()} />}
          {editor && <Downloads episode={episode} editor={editor} />}
          <Keys />
        </div>
      </div>
      {editor && Plain && <Plain episode={episode} editor={editor} onClose={close} />}
      {editor && typeof open === 'object' && <RepairDialog result={open} editor={editor} onClose={close} />}
    </>
  );
}

type NotesProps = { readonly episode: Episode; readonly opened: Opened; readonly onCompare: () => void };

function Notes({ episode: { transcription }, opened: { draft, stored }, onCompare }: NotesProps) {
  return (
    <>
      {transcription !== 'idle' && (
        <p className="notice notice-warn">
          {t('The service is working on this transcript itself. Uploads are refused until that has ended.')}
        </p>
      )}
      {draft && <Restored isStale={draft.revision !== stored.revision} onCompare={onCompare} />}
    </>
  );
}

function Keys() {
  const ctrl = t('Ctrl');
  return (
    <p className="hint">
      {rich(
        'Keys in the editor: {0} next defect, {1} find and replace, {2} play from the cursor, {3} undo. {4} leaves it.',
        <kbd>F8</kbd>,
        <kbd>{`${ctrl} F`}</kbd>,
        <kbd>{`${ctrl} ${t('Enter')}`}</kbd>,
        <kbd>{`${ctrl} Z`}</kbd>,
        <kbd>{t('Tab')}</kbd>,
      )}
    </p>
  );
}
