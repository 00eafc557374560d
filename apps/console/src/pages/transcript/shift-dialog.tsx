import { useId, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { asDuration } from '../../parts/format.ts';
import { notify } from '../../parts/notices.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { readOffset } from './judging/shift-times.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/transcript.ts';

/** Moves all times by an offset, as one step that can be undone. */
export function ShiftDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [offset, setOffset] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
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
    <Dialog
      title={t.shiftTitle}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind="primary" disabled={isBusy}>
          {t.shiftIt}
        </Button>
      }
    >
      <form id={form} className="stack" onSubmit={(event) => void submit(event)}>
        <OffsetField help={`${form}-help`} offset={offset} problem={problem} onChange={change} />
      </form>
    </Dialog>
  );
}

/** @returns why the times were not shifted, if so */
async function shift(editor: TranscriptEditor, offset: string): Promise<string | undefined> {
  const offsetMs = readOffset(offset);
  if (offsetMs === undefined || offsetMs === 0) return t.noOffset;
  const shifted = await editor.judge.run('shift', { text: editor.text, offsetMs });
  if (!shifted.ok) {
    const { count, line, earliestMs } = shifted;
    return t.tooEarly(count, line, asDuration(earliestMs / 1000), earliestMs);
  }
  editor.splice(shifted.splices);
  notify(t.shifted(shifted.count, offset.trim()));
  return undefined;
}

type FieldProps = {
  readonly help: string;
  readonly offset: string;
  readonly problem: string | undefined;
  readonly onChange: (offset: string) => void;
};

function OffsetField({ help, offset, problem, onChange }: FieldProps) {
  return (
    <>
      <label>
        {t.offset}
        <br />
        <input
          value={offset}
          onChange={({ target }) => onChange(target.value)}
          placeholder="-1.5"
          inputMode="text"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={help}
        />
      </label>
      <p id={help} className={problem === undefined ? 'hint' : 'field-error'} role={problem === undefined ? undefined : 'alert'}>
        {problem ?? t.offsetHint}
      </p>
    </>
  );
}
