import { EDIT_LIMITS, wrongEdit } from '@app/subtitles';
import { useState, type ComponentProps } from 'react';
import { FormDialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/controls.tsx';
import { readTime } from '../../../parts/time-code.ts';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { shiftCues } from './cue-edits.ts';
import { readEdits } from './edit-list.ts';
import { notifyOfEdit } from '../use-editor.ts';
import { t } from '../../../texts/language.ts';

type Props = { readonly editor: TranscriptEditor; readonly onClose: () => void };

const OFFSETS = t('A minus makes subtitles earlier. 1.5, -0:02 and 1:00:00,25 are read.');

/** Moves all times by an offset, as one step that can be undone. */
export function ShiftDialog({ editor, onClose }: Props) {
  const field = { label: t('Offset in seconds, or minutes and seconds'), placeholder: '-1.5', hint: OFFSETS };
  return (
    <EditDialog title={t('Shift all times')} submit={t('Shift')} field={field} edit={(offset) => shift(editor, offset)} onClose={onClose} />
  );
}

/** Moves the subtitles as the audio was edited. */
export function RetimeDialog({ editor, onClose }: Props) {
  const field = {
    label: t('Edits of the audio, one a line, in times of the audio as it was'),
    rows: 6,
    placeholder: '0:30 - 0:45.5\n5:00 + 30',
    hint: t('“0:30 - 0:45.5” was cut out, “5:00 + 30” are 30 seconds put in. Chapters stay as they are.'),
  };
  return (
    <EditDialog
      title={t('Retime by an edit list')}
      submit={t('Retime')}
      field={field}
      edit={(list) => retime(editor, list)}
      onClose={onClose}
    />
  );
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
      <Field {...field} required value={typed} onChange={setTyped} fault={problem} />
    </FormDialog>
  );
}

function shift(editor: TranscriptEditor, offset: string): string | undefined {
  const offsetMs = readTime(offset);
  const text = editor.cueText;
  if (offsetMs === undefined || offsetMs === 0 || !text) return t('Write seconds, such as 1.5 or -0:02, or hours as 1:00:00.');
  const shifted = shiftCues(text, offsetMs);
  if ('early' in shifted) {
    const line = text.doc.lineAt(shifted.early[0]?.from ?? 0).number;
    return t('{0|subtitle|subtitles} would begin before 0:00, the first of them in line {1}.', shifted.early.length, String(line));
  }
  editor.splice(shifted.splices);
  notifyOfEdit(t('{0|subtitle|subtitles} moved by {1}.', shifted.splices.length, offset.trim()));
  return undefined;
}

async function retime(editor: TranscriptEditor, list: string): Promise<string | undefined> {
  const edits = readEdits(list);
  if (typeof edits === 'number') return t('Line {0} is no edit: write “0:30 - 0:45” or “5:00 + 30”.', String(edits));
  const wrong = wrongEdit(edits);
  if (wrong !== undefined)
    return t('Edit {0} is out of order, overlaps or has no length; there are at most {1}.', wrong + 1, EDIT_LIMITS.count);
  const { text, removed } = await editor.judge.run((reader) => reader.retime(editor.text, edits));
  editor.replace(text);
  notifyOfEdit(t('Retimed by {0|edit|edits}. Subtitles in what was cut, and removed: {1}.', edits.length, removed));
  return undefined;
}
