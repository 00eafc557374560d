import { useId, useState, type SubmitEvent } from 'react';
import { asDuration, counted } from '../../parts/format.ts';
import { Modal } from '../../parts/modal.tsx';
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
    const offsetMs = readOffset(offset);
    if (offsetMs === undefined || offsetMs === 0) return setProblem('Write seconds, such as 1.5 or -0:02, or hours as 1:00:00.');
    setBusy(true);
    try {
      const shift = await editor.judge.run('shift', { text: editor.text, offsetMs });
      if (!shift.ok)
        return setProblem(
          `${counted(shift.count, 'subtitle')} would begin before 0:00, the first of them in line ${shift.line}. The earliest time is ${asDuration(shift.earliestMs / 1000)} (${shift.earliestMs} ms).`,
        );
      editor.splice(shift.splices);
      notify(`${counted(shift.count, 'subtitle')} moved by ${offset.trim()} s. Undo in the editor takes it back.`);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      title="Shift all times"
      onClose={onClose}
      actions={
        <button form={form} className="button button-primary" disabled={isBusy}>
          Shift
        </button>
      }
    >
      <form id={form} className="stack" onSubmit={(event) => void submit(event)}>
        <label>
          Offset in seconds, or minutes and seconds
          <br />
          <input
            value={offset}
            onChange={({ target }) => {
              setOffset(target.value);
              setProblem(undefined);
            }}
            placeholder="-1.5"
            inputMode="text"
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={`${form}-help`}
          />
        </label>
        <p
          id={`${form}-help`}
          className={problem === undefined ? 'hint' : 'field-error'}
          role={problem === undefined ? undefined : 'alert'}
        >
          {problem ?? 'A minus makes subtitles earlier. 1.5, -0:02 and 1:00:00,25 are read.'}
        </p>
      </form>
    </Modal>
  );
}
