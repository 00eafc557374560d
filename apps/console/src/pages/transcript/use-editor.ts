import { wrap } from 'comlink';
import { useCallback, useState, type RefObject } from 'react';
import type { Episode } from '../../api/api.ts';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { transcriptDrafts, type Draft } from './drafts.ts';
import { TranscriptEditor } from './editor/transcript-editor.ts';
import { readTranscript } from './files.ts';
import type { Spawn } from './judging/live-judge.ts';
import type { Reader } from './judging/reader.ts';
import { t } from '../../texts/language.ts';

export type Opened = {
  readonly stored: string;
  readonly revision: string | null;
  /** The draft that was kept on this device instead of uploaded. */
  readonly draft: Draft | undefined;
};

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
        parent,
        text: (first.draft ?? { text: first.stored }).text,
        stored: first.stored,
        revision: (first.draft ?? first).revision,
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

/** Plays from a time. */
export function play(audio: HTMLAudioElement | null, seconds: number): void {
  if (!audio) return;
  audio.currentTime = seconds;
  audio.play().catch(() => undefined); // the player shows why
}

/** Puts the text of a file in place of the whole, as one step that can be undone. */
export async function openFile(editor: TranscriptEditor, file: File): Promise<void> {
  try {
    const read = await readTranscript(editor.judge, file);
    if (typeof read === 'string') throw new Error(read);
    const { text, encoding } = read;
    editor.replace(text);
    notify(
      encoding === 'utf-8'
        ? t('Opened “{0}”. Undo in the editor brings the text before it back.', file.name)
        : t('Opened “{0}”, decoded from {1}. Undo in the editor brings the text before it back.', file.name, encoding),
    );
  } catch (error) {
    notifyOfFailure(error as Error);
  }
}
