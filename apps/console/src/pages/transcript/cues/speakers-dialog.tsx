import { useId, useMemo, useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';

import { notify } from '../../../parts/notices.tsx';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { renameSpeaker, speakersOf } from './cue-edits.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../texts/transcript.ts';
import { t as frame } from '../../../texts/frame.ts';

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
    notify(t.renamed(changed.length));
    onClose();
  };
  return (
    <Dialog
      title={t.speakersTitle}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind="primary" disabled={changed.length === 0}>
          {t.rename}
        </Button>
      }
    >
      {speakers.length === 0 && <p>{t.noSpeakers}</p>}
      <form id={form} className="stack" onSubmit={submit}>
        {speakers.map(([name, count]) => (
          <label key={name}>
            <bdi>{name}</bdi>, {frame.subtitles(count)}
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
