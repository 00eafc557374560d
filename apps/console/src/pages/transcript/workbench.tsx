import { openSearchPanel } from '@codemirror/search';
import { useRef, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { useDroppedFiles } from '../../parts/dropped-files.ts';
import { Restored } from '../../parts/restored.tsx';
import { notifyOfFailure } from '../../parts/notices.tsx';
import { useMay } from '../../session/permissions.ts';
import { CueList } from './cues/cue-list.tsx';
import { SpeakersDialog } from './cues/speakers-dialog.tsx';
import { RetimeDialog, ShiftDialog } from './cues/times-dialogs.tsx';
import { Downloads } from './downloads.tsx';
import type { EditorSummary } from './editor/transcript-editor.ts';
import { Findings } from './findings.tsx';
import { Player } from './player.tsx';
import { RepairDialog, type RepairResult } from './repair-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { openFile, useEditor, type Opened } from './use-editor.ts';
import { Store } from '../../parts/store.ts';
import { useStore } from '../../parts/use-store.ts';
import { rich } from '../../parts/rich.tsx';
import { t } from '../../texts/language.ts';

const DIALOGS = { shift: ShiftDialog, retime: RetimeDialog, speakers: SpeakersDialog, versions: VersionsDialog, review: ReviewDialog };

/** The dialogs besides the repair, which is computed first. */
export type PlainDialog = keyof typeof DIALOGS;

const WORK = {
  transcribing: t('It writes down what is said. Uploads are refused until that has ended.'),
  separating_speakers: t('It tells the speakers apart. Uploads are refused until that has ended.'),
};

const NO_FACTS = new Store<EditorSummary | undefined>(undefined);

/** Editor, audio and defects of one transcript, and what can be done with it. */
export function Workbench({ episode, opened }: { readonly episode: Episode; readonly opened: Opened }) {
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
        <div className="beside stack">
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

type NotesProps = { readonly episode: Episode; readonly opened: Opened; readonly onCompare: () => void };

function Notes({ episode, opened: { draft, revision }, onCompare }: NotesProps) {
  return (
    <>
      {episode.transcription !== 'idle' && (
        <p className="notice notice-warn">
          <strong>{t('The service is working on this transcript itself.')}</strong> {WORK[episode.transcription]}
        </p>
      )}
      {draft && (
        <Restored
          what={t('This is the text that you have not uploaded yet. It was kept on this device.')}
          meanwhile={draft.revision !== revision && t('Meanwhile another transcript was stored, or the stored one removed.')}
          onCompare={onCompare}
        />
      )}
    </>
  );
}
