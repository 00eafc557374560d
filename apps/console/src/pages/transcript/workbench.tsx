import { useRef, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { useDroppedFiles } from '../../parts/dropped-files.ts';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { useMay } from '../../session/permissions.tsx';
import { CueList } from './cues/cue-list.tsx';
import { SpeakersDialog } from './cues/speakers-dialog.tsx';
import { RetimeDialog, ShiftDialog } from './cues/times-dialogs.tsx';
import { Downloads } from './downloads.tsx';
import type { EditorSummary, TranscriptEditor } from './editor/transcript-editor.ts';
import { Findings } from './findings.tsx';
import { Player } from './player.tsx';
import { RepairDialog, type RepairResult } from './repair-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { Toolbar, type PlainDialog } from './toolbar.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { openFile, useEditor, type Opened } from './use-editor.ts';
import { Button } from '../../parts/button.tsx';
import { Store } from '../../parts/store.ts';
import { useStore } from '../../parts/use-store.ts';
import { rich } from '../../parts/rich.tsx';
import { t } from '../../texts/language.ts';

type Open = { readonly dialog: 'repair'; readonly result: RepairResult } | { readonly dialog: PlainDialog };

const NO_FACTS = new Store<EditorSummary | undefined>(undefined);

/** Editor, audio and defects of one transcript, and what can be done with it. */
export function Workbench({ episode, opened }: { readonly episode: Episode; readonly opened: Opened }) {
  const mayUpdate = useMay('update');
  const audio = useRef<HTMLAudioElement>(null);
  const seeks = useRef(true);
  const [open, setOpen] = useState<Open>();
  const { editor, attach } = useEditor({ episode, opened, isReadOnly: !mayUpdate, audio, seeks });
  const summary = useStore(editor?.facts ?? NO_FACTS);
  const repair = (made: TranscriptEditor) =>
    made.judge.run((reader) => reader.repair(made.text)).then((result) => setOpen({ dialog: 'repair', result }), notifyOfFailure);
  const take = (file: File | undefined) => file && editor && mayUpdate && !open && void openFile(editor, file);
  useDroppedFiles(([file]) => take(file));
  return (
    <>
      <Notes episode={episode} opened={opened} onCompare={mayUpdate && editor ? () => setOpen({ dialog: 'review' }) : undefined} />
      <Toolbar
        summary={summary}
        mayUpdate={mayUpdate}
        onRepair={() => editor && void repair(editor)}
        onSearch={() => editor?.openSearch()}
        onFile={take}
        onOpen={(dialog) => setOpen({ dialog })}
      />
      <div className="workbench">
        <div className="editor" ref={attach} />
        <div className="beside stack">
          <Player episode={episode} editor={editor} audio={audio} onSeeksOnClick={(wanted) => void (seeks.current = wanted)} />
          {editor && summary && summary.subtitles > 0 && (
            <CueList editor={editor} summary={summary} mayUpdate={mayUpdate} audio={audio} audioUrl={episode.audio_url} />
          )}
          {summary && <Findings summary={summary} onGoTo={(line) => editor?.goToLine(line)} onRetry={() => void editor?.judge.judge()} />}
          {editor && <Downloads episode={episode} editor={editor} />}
          <Keys />
        </div>
      </div>
      {editor && open && (
        <OpenDialog episode={episode} editor={editor} open={open} mayUpdate={mayUpdate} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

type OpenDialogProps = {
  readonly episode: Episode;
  readonly editor: TranscriptEditor;
  readonly open: Open;
  readonly mayUpdate: boolean;
  readonly onClose: () => void;
};

function OpenDialog({ episode, editor, open, mayUpdate, onClose }: OpenDialogProps) {
  switch (open.dialog) {
    case 'repair': {
      const { after, repairs } = open.result;
      const take = () => {
        editor.replace(after);
        onClose();
        notify(t('{0|repair|repairs} applied. Undo in the editor takes them back.', repairs.length));
      };
      return <RepairDialog result={open.result} onClose={onClose} onTake={take} />;
    }
    case 'shift':
      return <ShiftDialog editor={editor} onClose={onClose} />;
    case 'retime':
      return <RetimeDialog editor={editor} onClose={onClose} />;
    case 'speakers':
      return <SpeakersDialog editor={editor} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog episode={episode} editor={editor} mayUpdate={mayUpdate} onClose={onClose} />;
    case 'review':
      return <ReviewDialog episode={episode} editor={editor} onClose={onClose} />;
  }
}

function Keys() {
  return (
    <p className="hint">
      {rich(
        'Keys in the editor: {0} next defect, {1} find and replace, {2} play from the cursor, {3} undo. {4} leaves it.',
        ['F8', `${t('Ctrl')} F`, `${t('Ctrl')} ${t('Enter')}`, `${t('Ctrl')} Z`, t('Tab')].map((key) => <kbd key={key}>{key}</kbd>),
      )}
    </p>
  );
}

type NotesProps = {
  readonly episode: Episode;
  readonly opened: Opened;
  /** Shows the difference to what is stored. */
  readonly onCompare: (() => void) | undefined;
};

function Notes({ episode, opened: { draft, revision }, onCompare }: NotesProps) {
  return (
    <>
      {episode.transcription !== 'idle' && (
        <p className="notice notice-warn">
          <strong>{t('The service is working on this transcript itself')}</strong>{' '}
          {t('({0}). Uploads are refused until that has ended.', episode.transcription === 'transcribing' ? t('it writes down what is said') : t('it tells the speakers apart'))}
        </p>
      )}
      {draft && (
        <div className="notice notice-plain">
          <p>
            <strong>{t('This is the text that you have not uploaded yet.')}</strong> {t('It was kept on this device.')}
            {draft.revision !== revision && t(' Meanwhile another transcript was stored, or the stored one removed.')}
          </p>
          {draft.revision !== revision && (
            <Button disabled={!onCompare} onClick={onCompare}>
              {t('Show the difference')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
