import { MAX_EDITS, wrongEdit } from '@app/subtitles';
import { useState, type ComponentProps } from 'react';
import { FormDialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/form.tsx';
import { asDuration } from '../../../parts/format.ts';
import { notify } from '../../../parts/notices.tsx';
import { readTime } from '../../../parts/time-code.ts';
import { t } from '../../../texts/transcript.ts';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { shiftCues } from './cue-edits.ts';
import { readEdits } from './edit-list.ts';

type Props = { readonly editor: TranscriptEditor; readonly onClose: () => void };

/** Moves all times by an offset, as one step that can be undone. */
export function ShiftDialog({ editor, onClose }: Props) {
  const field = { label: t.offset, autoComplete: 'off', placeholder: '-1.5', hint: t.offsetHint };
  return <EditDialog title={t.shiftTitle} submit={t.shiftIt} field={field} edit={(offset) => shift(editor, offset)} onClose={onClose} />;
}

/** Moves the subtitles as the audio was edited. */
export function RetimeDialog({ editor, onClose }: Props) {
  const field = { label: t.editList, rows: 6, placeholder: '0:30 - 0:45.5\n5:00 + 30', hint: t.editsHint };
  return <EditDialog title={t.retimeTitle} submit={t.retimeIt} field={field} edit={(list) => retime(editor, list)} onClose={onClose} />;
}

type EditDialogProps = {
  readonly title: string;
  readonly submit: string;
  readonly field: Omit<ComponentProps<typeof Field>, 'onChange'>;
  /** @returns why the text was not changed, if so */
  readonly edit: (typed: string) => string | undefined | Promise<string | undefined>;
  readonly onClose: () => void;
};

/** Changes the text by what is typed into one field. */
function EditDialog({ title, submit, field, edit, onClose }: EditDialogProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    const reason = await Promise.resolve(edit(typed)).catch((error: Error) => error.message);
    setProblem(reason);
    if (reason === undefined) onClose();
  };
  return (
    <FormDialog title={title} onClose={onClose} submit={submit} onSubmit={() => void run()}>
      <Field {...field} value={typed} onChange={setTyped} fault={problem} />
    </FormDialog>
  );
}

function shift(editor: TranscriptEditor, offset: string): string | undefined {
  const offsetMs = readTime(offset);
  const text = editor.cueText;
  if (offsetMs === undefined || offsetMs === 0 || !text) return t.noOffset;
  const shifted = shiftCues(text, offsetMs);
  if ('early' in shifted) {
    const { early } = shifted;
    const earliestMs = early.reduce((least, { startMs, endMs }) => Math.min(least, startMs, endMs), Infinity);
    return t.tooEarly(early.length, text.doc.lineAt(early[0]?.from ?? 0).number, asDuration(earliestMs / 1000), earliestMs);
  }
  editor.splice(shifted.splices);
  notify(t.shifted(shifted.splices.length, offset.trim()));
  return undefined;
}

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
