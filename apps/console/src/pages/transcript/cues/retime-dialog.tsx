import { MAX_EDITS, wrongEdit } from '@app/subtitles';
import { useState } from 'react';
import { notify } from '../../../parts/notices.tsx';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { readEdits } from './edit-list.ts';
import { t } from '../../../texts/transcript.ts';
import { FormDialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/form.tsx';

/** Moves the subtitles as the audio was edited. */
export function RetimeDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [list, setList] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const reason = await retime(editor, list).catch((error: Error) => error.message);
    setProblem(reason);
    if (reason === undefined) onClose();
  };
  return (
    <FormDialog title={t.retimeTitle} onClose={onClose} submit={t.retimeIt} onSubmit={() => void submit()}>
      <Field
        label={t.editList}
        rows={6}
        placeholder={'0:30 - 0:45.5\n5:00 + 30'}
        value={list}
        onChange={setList}
        fault={problem}
        hint={t.editsHint}
      />
    </FormDialog>
  );
}

/** @returns why the subtitles were not moved, if so */
async function retime(editor: TranscriptEditor, list: string): Promise<string | undefined> {
  const edits = readEdits(list);
  if (typeof edits === 'number') return t.noEdit(edits);
  if (edits.length === 0) return t.anEdit;
  const wrong = wrongEdit(edits);
  if (wrong !== undefined) return t.wrongEdit(wrong + 1, MAX_EDITS);
  const { text, removed } = await editor.judge.run((reader) => reader.retime(editor.text, edits));
  editor.replace(text);

  notify(t.retimed(edits.length, removed));
  return undefined;
}
