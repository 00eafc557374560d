import { useId, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { asDuration, counted } from '../../parts/format.ts';
import { notify } from '../../parts/notices.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { readOffset } from './judging/shift-times.ts';

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
      title="Shift all times"
      onClose={onClose}
      actions={
        <button form={form} className="button button-primary" disabled={isBusy}>
          Shift
        </button>
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
  if (offsetMs === undefined || offsetMs === 0) return 'Write seconds, such as 1.5 or -0:02, or hours as 1:00:00.';
  const shifted = await editor.judge.run('shift', { text: editor.text, offsetMs });
  if (!shifted.ok) {
    return `${counted(shifted.count, 'subtitle')} would begin before 0:00, the first of them in line ${shifted.line}. The earliest time is ${asDuration(shifted.earliestMs / 1000)} (${shifted.earliestMs} ms).`;
  }
  editor.splice(shifted.splices);
  notify(`${counted(shifted.count, 'subtitle')} moved by ${offset.trim()}. Undo in the editor takes it back.`);
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
        Offset in seconds, or minutes and seconds
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
        {problem ?? 'A minus makes subtitles earlier. 1.5, -0:02 and 1:00:00,25 are read.'}
      </p>
    </>
  );
}
