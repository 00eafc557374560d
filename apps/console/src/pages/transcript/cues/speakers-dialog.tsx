import { useId, useMemo, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { counted } from '../../../parts/format.ts';
import { notify } from '../../../parts/notices.tsx';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { renameSpeaker, speakersOf } from './cue-edits.ts';

/** More names than this are no speakers, but words before a colon. */
const MAX_NAMES = 50;

/** The names of the speakers: a name is changed once, and everywhere. */
export function SpeakersDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [text] = useState(() => editor.cueText);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const speakers = useMemo(() => (text ? speakersOf(text).slice(0, MAX_NAMES) : []), [text]);
  const form = useId();
  const changed = speakers.filter(([name]) => isName(names[name]) && names[name] !== name);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text) editor.splice(changed.flatMap(([name]) => renameSpeaker(text, name, names[name]?.trim() ?? name)).toSorted(byPlace));
    notify(`${counted(changed.length, 'speaker')} renamed. Undo in the editor takes it back.`);
    onClose();
  };
  return (
    <Dialog
      title="Speakers"
      onClose={onClose}
      actions={
        <button form={form} className="button button-primary" disabled={changed.length === 0}>
          Rename everywhere
        </button>
      }
    >
      {speakers.length === 0 && <p>No subtitle begins with the name of a speaker.</p>}
      <form id={form} className="stack" onSubmit={submit}>
        {speakers.map(([name, count]) => (
          <label key={name}>
            <bdi>{name}</bdi>, {counted(count, 'subtitle')}
            <br />
            <input
              dir="auto"
              value={names[name] ?? name}
              maxLength={100}
              onChange={({ target }) => setNames((before) => ({ ...before, [name]: target.value }))}
            />
          </label>
        ))}
      </form>
    </Dialog>
  );
}

/** A name that neither ends a tag nor begins one. */
const isName = (name: string | undefined) => name !== undefined && name.trim() !== '' && /^[^<>&\n]*$/.test(name);

const byPlace = (one: { readonly from: number }, other: { readonly from: number }) => one.from - other.from;
