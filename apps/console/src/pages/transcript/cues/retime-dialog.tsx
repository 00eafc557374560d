import { MAX_EDITS, wrongEdit } from '@app/subtitles';
import { useId, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { counted } from '../../../parts/format.ts';
import { notify } from '../../../parts/notices.tsx';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { readEdits } from './edit-list.ts';

/** Moves the subtitles as the audio was edited. */
export function RetimeDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [list, setList] = useState('');
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = await retime(editor, list).catch((error: Error) => error.message);
    setProblem(reason);
    if (reason === undefined) onClose();
  };
  return (
    <Dialog
      title="Retime by an edit list"
      onClose={onClose}
      actions={
        <button form={id} className="button button-primary">
          Retime
        </button>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-list`}>Edits of the audio, one a line, in times of the audio as it was</label>
        <textarea
          id={`${id}-list`}
          rows={6}
          value={list}
          placeholder={'0:30 - 0:45.5\n5:00 + 30'}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setList(target.value)}
        />
        <p id={`${id}-help`} className={problem === undefined ? 'hint' : 'field-error'} role={problem === undefined ? undefined : 'alert'}>
          {problem ?? '“0:30 - 0:45.5” was cut out, “5:00 + 30” are 30 seconds put in. Chapters stay as they are.'}
        </p>
      </form>
    </Dialog>
  );
}

/** @returns why the subtitles were not moved, if so */
async function retime(editor: TranscriptEditor, list: string): Promise<string | undefined> {
  const edits = readEdits(list);
  if (typeof edits === 'number') return `Line ${edits} is no edit: write “0:30 - 0:45” or “5:00 + 30”.`;
  if (edits.length === 0) return 'Write at least one edit.';
  const wrong = wrongEdit(edits);
  if (wrong !== undefined) return `Edit ${wrong + 1} is out of order, overlaps or has no length; there are at most ${MAX_EDITS}.`;
  const { text, removed } = await editor.judge.run('retime', { text: editor.text, edits });
  editor.replace(text);
  const gone = removed === 0 ? '' : ` ${counted(removed, 'subtitle')} lay in what was cut, and went.`;
  notify(`Retimed by ${counted(edits.length, 'edit')}.${gone} Undo in the editor takes it back.`);
  return undefined;
}
