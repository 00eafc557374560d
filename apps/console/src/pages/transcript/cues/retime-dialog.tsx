import { MAX_EDITS, wrongEdit } from '@app/subtitles';
import { useId, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';

import { notify } from '../../../parts/notices.tsx';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { readEdits } from './edit-list.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../texts/transcript.ts';

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
      title={t.retimeTitle}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} kind="primary">
          {t.retimeIt}
        </Button>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-list`}>{t.editList}</label>
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
          {problem ?? t.editsHint}
        </p>
      </form>
    </Dialog>
  );
}

/** @returns why the subtitles were not moved, if so */
async function retime(editor: TranscriptEditor, list: string): Promise<string | undefined> {
  const edits = readEdits(list);
  if (typeof edits === 'number') return t.noEdit(edits);
  if (edits.length === 0) return t.anEdit;
  const wrong = wrongEdit(edits);
  if (wrong !== undefined) return t.wrongEdit(wrong + 1, MAX_EDITS);
  const { text, removed } = await editor.judge.run('retime', { text: editor.text, edits });
  editor.replace(text);

  notify(t.retimed(edits.length, removed));
  return undefined;
}
