import { useCallback, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import type { Episode } from '../../api/api.ts';
import { counted } from '../../parts/format.ts';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { useMay } from '../../session/permissions.tsx';
import { Downloads } from './downloads.tsx';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import { TranscriptEditor, type EditorSummary } from './editor/transcript-editor.ts';
import { whyNotOpened } from './files.ts';
import { Findings } from './findings.tsx';
import type { Port } from './judging/live-judge.ts';
import { Player } from './player.tsx';
import { RepairDialog, type RepairResult } from './repair-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { ShiftDialog } from './shift-dialog.tsx';

type Opened = { readonly text: string; readonly stored: string; readonly revision: string | null; readonly isDraft: boolean };

const spawn = (): Port => new Worker(new URL('./judging/reader.worker.ts', import.meta.url), { type: 'module' }) as unknown as Port;

type Open = { readonly dialog: 'repair'; readonly result: RepairResult } | { readonly dialog: 'shift' | 'review' };

/** Editor, audio and defects of one transcript, and what can be done with it. */
export function Workbench({ episode, opened }: { readonly episode: Episode; readonly opened: Opened }) {
  const mayUpdate = useMay('update');
  const audio = useRef<HTMLAudioElement>(null);
  const seeks = useRef(true);
  const [seeksOnClick, setSeeksOnClick] = useState(true);
  const [open, setOpen] = useState<Open>();
  const { editor, attach } = useEditor({ episode: episode.id, opened, isReadOnly: !mayUpdate, audio, seeks });
  const summary = useSummary(editor);

  const repair = async (made: TranscriptEditor) => {
    try {
      setOpen({ dialog: 'repair', result: await made.judge.run('repair', { text: made.text }) });
    } catch (error) {
      notifyOfFailure(error as Error);
    }
  };
  return (
    <>
      <Notes episode={episode} isDraft={opened.isDraft} />
      <Toolbar
        summary={summary}
        mayUpdate={mayUpdate}
        onRepair={() => editor && void repair(editor)}
        onSearch={() => editor?.openSearch()}
        onShift={() => setOpen({ dialog: 'shift' })}
        onFile={(file) => editor && void openFile(editor, file)}
        onReview={() => setOpen({ dialog: 'review' })}
      />
      <div className="workbench">
        <div className="editor" ref={attach} />
        <div className="beside">
          {episode.audio_url === null ? (
            <p className="hint">This episode has no audio.</p>
          ) : (
            <Player
              src={episode.audio_url}
              editor={editor}
              audio={audio}
              seeksOnClick={seeksOnClick}
              onSeeksOnClick={(wanted) => {
                seeks.current = wanted;
                setSeeksOnClick(wanted);
              }}
              onPlayFromCursor={() => play(audio.current, editor?.startAtCursor() ?? 0)}
            />
          )}
          {summary && <Findings summary={summary} onGoTo={(line) => editor?.goToLine(line)} onRetry={() => editor?.judge.retry()} />}
          {editor && <Downloads episode={episode} editor={editor} />}
          <p className="hint">
            Keys in the editor: <kbd>F8</kbd> next defect, <kbd>Ctrl F</kbd> find and replace, <kbd>Ctrl Enter</kbd> play from the cursor,{' '}
            <kbd>Ctrl Z</kbd> undo. <kbd>Tab</kbd> leaves it.
          </p>
        </div>
      </div>
      {editor && open?.dialog === 'repair' && (
        <RepairDialog
          result={open.result}
          onClose={() => setOpen(undefined)}
          onTake={() => {
            editor.replace(open.result.after);
            setOpen(undefined);
            notify(`${counted(open.result.repairs.length, 'repair')} taken. Undo in the editor takes them back.`);
          }}
        />
      )}
      {editor && open?.dialog === 'shift' && <ShiftDialog editor={editor} onClose={() => setOpen(undefined)} />}
      {editor && open?.dialog === 'review' && <ReviewDialog episode={episode} editor={editor} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type EditorWiring = {
  readonly episode: string;
  readonly opened: Opened;
  readonly isReadOnly: boolean;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly seeks: RefObject<boolean>;
};

/** Mounts the editor on an element, and keeps its text as a draft while it differs from the stored one. */
function useEditor({ episode, opened, isReadOnly, audio, seeks }: EditorWiring) {
  const [editor, setEditor] = useState<TranscriptEditor>();
  const [first] = useState(opened);
  const attach = useCallback(
    (parent: HTMLDivElement | null) => {
      if (!parent) return;
      const made: TranscriptEditor = new TranscriptEditor({
        parent,
        text: draftOf(episode)?.text() ?? first.text,
        stored: first.stored,
        revision: first.revision,
        isReadOnly,
        spawn,
        onSeek: (seconds) => {
          if (audio.current && seeks.current) audio.current.currentTime = seconds;
        },
        onPlay: (seconds) => play(audio.current, seconds),
        onFile: (file) => void openFile(made, file),
      });
      const end = made.subscribe(() => {
        if (made.summary.isDirty) keepDraft(episode, { text: () => made.text, revision: made.revision });
        else dropDraft(episode);
      });
      setEditor(made);
      return () => {
        end();
        const { text, revision } = made;
        if (made.summary.isDirty) keepDraft(episode, { text: () => text, revision });
        made.dispose();
        setEditor(undefined);
      };
    },
    [episode, first, isReadOnly, audio, seeks],
  );
  return { editor, attach };
}

function useSummary(editor: TranscriptEditor | undefined): EditorSummary | undefined {
  return useSyncExternalStore(
    useCallback((listener) => editor?.subscribe(listener) ?? (() => undefined), [editor]),
    () => editor?.summary,
  );
}

function play(audio: HTMLAudioElement | null, seconds: number): void {
  if (!audio) return;
  audio.currentTime = seconds;
  audio.play().catch(() => undefined); // the player shows why
}

async function openFile(editor: TranscriptEditor, file: File): Promise<void> {
  const reason = whyNotOpened(file);
  try {
    if (reason !== undefined) throw new Error(reason);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { text, encoding } = await editor.judge.run('decode', { bytes });
    editor.replace(text);
    const decoded = encoding === 'utf-8' ? '' : `, decoded from ${encoding}`;
    notify(`Opened “${file.name}”${decoded}. Undo in the editor brings the text before it back.`);
  } catch (error) {
    notifyOfFailure(error as Error);
  }
}

function Notes({ episode, isDraft }: { readonly episode: Episode; readonly isDraft: boolean }) {
  return (
    <>
      {episode.transcription !== 'idle' && (
        <p className="notice notice-warn">
          <strong>The service is working on this transcript itself</strong> ({episode.transcription.replaceAll('_', ' ')}). Uploads are
          refused until that has ended.
        </p>
      )}
      {isDraft && <p className="notice notice-plain">This is the text that you have not uploaded yet.</p>}
    </>
  );
}

type ToolbarProps = {
  readonly summary: EditorSummary | undefined;
  readonly mayUpdate: boolean;
  readonly onRepair: () => void;
  readonly onSearch: () => void;
  readonly onShift: () => void;
  readonly onFile: (file: File) => void;
  readonly onReview: () => void;
};

function Toolbar({ summary, mayUpdate, onRepair, onSearch, onShift, onFile, onReview }: ToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isEmpty = summary?.isEmpty ?? true;
  const defects = summary?.defectCount ?? 0;
  return (
    <div className="toolbar">
      <StateLine summary={summary} />
      <div className="row">
        <button type="button" className="button" disabled={!mayUpdate || defects === 0} onClick={onRepair}>
          Repair…
        </button>
        <button type="button" className="button" disabled={isEmpty} onClick={onSearch}>
          Find and replace
        </button>
        <button type="button" className="button" disabled={!mayUpdate || isEmpty} onClick={onShift}>
          Shift times…
        </button>
        <button type="button" className="button" disabled={!mayUpdate} onClick={() => picker.current?.click()}>
          Open a file…
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".srt,.vtt,.txt,text/vtt,application/x-subrip"
          aria-label="Transcript file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            target.value = '';
          }}
        />
        <button
          type="button"
          className="button button-primary"
          disabled={!mayUpdate || isEmpty || defects > 0 || summary?.isJudged !== true}
          onClick={onReview}
        >
          Review and upload…
        </button>
      </div>
    </div>
  );
}

/** What the judge says, in one line. It changes its words only when the verdict does. */
function StateLine({ summary }: { readonly summary: EditorSummary | undefined }): ReactNode {
  if (!summary || summary.isEmpty)
    return (
      <p id="transcript-state" className="transcript-state" role="status">
        Drop an SRT or WebVTT file here, open one, or type.
      </p>
    );
  const { defectCount, subtitles, format, isDirty } = summary;
  return (
    <p id="transcript-state" className="transcript-state" role="status">
      <span className={defectCount > 0 ? 'tag tag-bad' : 'tag tag-good'}>
        {defectCount > 0 ? counted(defectCount, 'defect') : 'No defects'}
      </span>{' '}
      {counted(subtitles, 'subtitle')}, {format === 'vtt' ? 'WebVTT' : 'SRT'}
      {isDirty && <span className="tag tag-now">Not uploaded</span>}
    </p>
  );
}
