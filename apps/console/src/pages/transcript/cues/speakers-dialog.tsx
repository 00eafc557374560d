import { useMemo, useState } from 'react';
import { notifyOfEdit } from '../use-editor.ts';
import type { TranscriptEditor } from '../editor/transcript-editor.ts';
import { renameSpeaker, speakersOf } from './cue-edits.ts';
import { Field } from '../../../parts/controls.tsx';
import { FormDialog } from '../../../parts/dialog.tsx';
import { t } from '../../../texts/language.ts';

/** More names than this are no speakers, but words before a colon. */
const MAX_NAMES = 50;

/** The names of the speakers: a name is changed once, and everywhere. */
export function SpeakersDialog({ editor, onClose }: { readonly editor: TranscriptEditor; readonly onClose: () => void }) {
  const [text] = useState(() => editor.cueText);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const speakers = useMemo(() => (text ? speakersOf(text).slice(0, MAX_NAMES) : []), [text]);
  const changed = speakers.filter(([name]) => isName(names[name]) && names[name] !== name);
  const submit = () => {
    if (text) editor.splice(changed.flatMap(([name]) => renameSpeaker(text, name, names[name]?.trim() ?? name)).toSorted(byPlace));
    notifyOfEdit(t('{0|speaker|speakers} renamed.', changed.length));
    onClose();
  };
  return (
    <FormDialog title={t('Speakers')} onClose={onClose} submit={t('Rename everywhere')} disabled={changed.length === 0} onSubmit={submit}>
      {speakers.length === 0 && <p>{t('No subtitle begins with the name of a speaker.')}</p>}
      {speakers.map(([name, count]) => (
        <Field
          key={name}
          label={
            <>
              <bdi>{name}</bdi>, {t('{0|subtitle|subtitles}', count)}
            </>
          }
          maxLength={100}
          value={names[name] ?? name}
          onChange={(next) => setNames((before) => ({ ...before, [name]: next }))}
        />
      ))}
    </FormDialog>
  );
}

/** A name that neither ends a tag nor begins one. */
const isName = (name: string | undefined) => name !== undefined && name.trim() !== '' && /^[^<>&\n]*$/.test(name);

const byPlace = (one: { readonly from: number }, other: { readonly from: number }) => one.from - other.from;
