import { useState } from 'react';
import { asDuration } from '../../parts/format.ts';
import { notify } from '../../parts/notices.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { readTime } from '../../parts/time-code.ts';
import { t } from '../../texts/transcript.ts';
import { Field } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/dialog.tsx';

/** Moves all times by an offset, as one step that can be undone. */
export function ShiftDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [offset, setOffset] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const reason = await shift(editor, offset).catch((error: Error) => error.message);
    setBusy(false);
    setProblem(reason);
    if (reason === undefined) onClose();
  };
  const change = (typed: string) => {
    setOffset(typed);
    setProblem(undefined);
  };
  return (
    <FormDialog title={t.shiftTitle} onClose={onClose} submit={t.shiftIt} disabled={isBusy} onSubmit={() => void submit()}>
      <Field label={t.offset} autoComplete="off" placeholder="-1.5" value={offset} onChange={change} fault={problem} hint={t.offsetHint} />
    </FormDialog>
  );
}

/** @returns why the times were not shifted, if so */
async function shift(editor: TranscriptEditor, offset: string): Promise<string | undefined> {
  const offsetMs = readTime(offset);
  if (offsetMs === undefined || offsetMs === 0) return t.noOffset;
  const shifted = await editor.judge.run((reader) => reader.shift(editor.text, offsetMs));
  if (!shifted.ok) {
    const { count, line, earliestMs } = shifted;
    return t.tooEarly(count, line, asDuration(earliestMs / 1000), earliestMs);
  }
  editor.splice(shifted.splices);
  notify(t.shifted(shifted.count, offset.trim()));
  return undefined;
}
