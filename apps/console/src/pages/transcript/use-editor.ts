import { wrap } from 'comlink';
import { useCallback, useState, type RefObject } from 'react';
import type { Episode } from '../../api/api.ts';
import { Drafts } from '../../parts/drafts.ts';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { t } from '../../texts/language.ts';
import { TranscriptEditor } from './editor/transcript-editor.ts';
import { readTranscript } from './files.ts';
import type { Spawn } from './judging/live-judge.ts';
import type { Reader } from './judging/reader.ts';

/** A text, and the stored transcript that it was made from: when that was uploaded, or null when there was none. */
type Revised = { readonly text: string; readonly revision: string | null };

/** The text that the editor begins with: the draft on this device, or the stored transcript. */
export type Opened = { readonly stored: Revised; readonly draft: Revised | null };

export const transcriptDrafts = new Drafts<Revised>('transcript');

export const spawn: Spawn = (onFailure) => {
  const worker = new Worker(new URL('./judging/reader.worker.ts', import.meta.url), { type: 'module' });
  worker.onerror = ({ message = t('The check in the browser has failed.') }) => onFailure(new Error(message));
  return { reader: wrap<Reader>(worker), terminate: () => worker.terminate() };
};

type EditorWiring = {
  readonly episode: Episode;
  readonly opened: Opened;
  readonly isReadOnly: boolean;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly seeks: RefObject<boolean>;
};

/** Mounts the editor on an element, and keeps its text as a draft while it differs from the stored one. */
export function useEditor({ episode, opened, isReadOnly, audio, seeks }: EditorWiring) {
  const [editor, setEditor] = useState<TranscriptEditor>();
  const [first] = useState({ ...opened, episode });
  const attach = useCallback(
    (parent: HTMLDivElement | null) => {
      if (!parent) return;
      const made: TranscriptEditor = new TranscriptEditor({
        ...(first.draft ?? first.stored),
        parent,
        stored: first.stored.text,
        isReadOnly,
        spawn,
        onEdit: () => transcriptDrafts.keep(first.episode, () => ({ text: made.text, revision: made.revision })),
        onSeek: (seconds) => {
          if (audio.current && seeks.current) audio.current.currentTime = seconds;
        },
        onPlay: (seconds) => play(audio.current, seconds),
      });
      const end = made.facts.subscribe(() => {
        if (!made.summary.isDirty) transcriptDrafts.drop(first.episode.id);
      });
      setEditor(made);
      return () => {
        end();
        const { text, revision } = made;
        if (made.summary.isDirty) transcriptDrafts.keep(first.episode, () => ({ text, revision }));
        made.dispose();
        setEditor(undefined);
      };
    },
    [first, isReadOnly, audio, seeks],
  );
  return { editor, attach };
}

export function play(audio: HTMLAudioElement | null, seconds: number): void {
  if (!audio) return;
  audio.currentTime = seconds;
  audio.play().catch(() => undefined); // the player shows why
}

/** Tells of an edit that the editor can undo. */
export const notifyOfEdit = (done: string): void => notify(t('{0} Undo in the editor takes it back.', done));

/** Puts the text of a file in place of the whole, as one step that can be undone. */
export async function openFile(editor: TranscriptEditor, file: File): Promise<void> {
  try {
    const read = await readTranscript(editor.judge, file);
    if (typeof read === 'string') throw new Error(read);
    editor.replace(read.text);
    notifyOfEdit(t('Opened “{0}”, decoded from {1}.', file.name, read.encoding));
  } catch (error) {
    notifyOfFailure(error as Error);
  }
}
