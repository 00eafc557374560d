import { redo, undo } from '@codemirror/commands';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import { notify } from '../../../parts/notices.tsx';
import type { EditorSummary, TranscriptEditor } from '../editor/transcript-editor.ts';
import { mergeCues, readCue, readingSpeed, setTimes, splitCue, type Cue, type CueText } from './cue-edits.ts';
import { writeTime } from '../../../parts/time-code.ts';
import { Waveform } from '../wave/waveform.tsx';
import { Button } from '../../../parts/controls.tsx';
import { asCount, t } from '../../../texts/language.ts';

const ROW_HEIGHT = 72;
const NUDGE_MS = 100;

/** Characters a second above which a subtitle is marked as hard to read. */
const MAX_SPEED = 21;

type Props = {
  readonly editor: TranscriptEditor;
  readonly summary: EditorSummary;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly audioUrl: string | null;
};

/** A change of the selected subtitle. @returns why there is none, if so */
type Edit = (text: CueText, cue: Cue, index: number) => string | readonly { from: number; to: number; insert: string }[];

const nudge =
  (start: number, end: number): Edit =>
  ({ format }, cue) =>
    setTimes(cue, { startMs: cue.startMs + start, endMs: Math.max(cue.startMs + start, cue.endMs + end) }, format);

const split: Edit = (text, cue) => splitCue(text, cue) ?? t('A subtitle of one word cannot be split.');

const merge: Edit = (text, cue, index) => {
  const next = readCue(text, index + 1);
  if (!next) return t('This is the last subtitle.');
  return mergeCues(text, cue, next) ?? t('Two speakers cannot share a subtitle.');
};

/** Sets the start or the end to where the audio is. */
const fromAudio =
  (audio: Props['audio'], side: 'startMs' | 'endMs'): Edit =>
  ({ format }, cue) => {
    if (!audio.current) return t('This episode has no audio.');
    const at = Math.round(audio.current.currentTime * 1000);
    const times = { startMs: cue.startMs, endMs: cue.endMs, [side]: at };
    return times.endMs < times.startMs ? t('The end would be before the start.') : setTimes(cue, times, format);
  };

/** The actions on a subtitle: the key, as `KeyboardEvent.key` tells it, and the button. */
const editsOf = (audio: Props['audio']): readonly { readonly key: string; readonly label: string; readonly edit: Edit }[] => [
  { key: 'ArrowLeft', label: t('← Earlier'), edit: nudge(-NUDGE_MS, -NUDGE_MS) },
  { key: 'ArrowRight', label: t('→ Later'), edit: nudge(NUDGE_MS, NUDGE_MS) },
  { key: 'a', label: t('A Start earlier'), edit: nudge(-NUDGE_MS, 0) },
  { key: 'd', label: t('D Start later'), edit: nudge(NUDGE_MS, 0) },
  { key: 'A', label: t('⇧A End earlier'), edit: nudge(0, -NUDGE_MS) },
  { key: 'D', label: t('⇧D End later'), edit: nudge(0, NUDGE_MS) },
  { key: 'i', label: t('I Start at the audio'), edit: fromAudio(audio, 'startMs') },
  { key: 'o', label: t('O End at the audio'), edit: fromAudio(audio, 'endMs') },
  { key: 's', label: t('S Split'), edit: split },
  { key: 'm', label: t('M Merge with next'), edit: merge },
];

/** The subtitles beside the text. What is done here is done in the text, as steps that can be undone. */
export function CueList({ editor, summary, audio, audioUrl }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { subtitles: count, cue: selected = -1 } = summary;
  const edits = editsOf(audio);
  const apply = (edit: Edit) => {
    const text = editor.cueText;
    const cue = text && readCue(text, selected);
    if (!cue || editor.view.state.readOnly) return;
    const result = edit(text, cue, selected);
    if (typeof result === 'string') notify(result);
    else editor.splice(result);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (isUndo && (event.shiftKey ? redo : undo)(editor.view)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -count, End: count };
    const step = steps[event.key];
    const found = edits.find(({ key }) => key === event.key);
    if (step !== undefined) editor.selectCue(Math.min(count - 1, Math.max(0, selected + step)));
    else if (found) apply(found.edit);
    else if (event.key === 'Enter') editor.view.focus();
    else return;
    event.preventDefault();
  };
  return (
    <section className="stack" aria-labelledby="subtitles-heading">
      <h2 id="subtitles-heading">{t('Subtitles')}</h2>
      {audioUrl !== null && <Waveform src={audioUrl} cue={editor.cueText && readCue(editor.cueText, selected)} audio={audio} />}
      <Rows list={list} editor={editor} count={count} selected={selected} onKeyDown={onKeyDown} />
      <Actions editor={editor} audio={audio} isOn={selected >= 0} onEdit={apply} />
    </section>
  );
}

type ActionsProps = Pick<Props, 'editor' | 'audio'> & { readonly isOn: boolean; readonly onEdit: (edit: Edit) => void };

function Actions({ editor, audio, isOn, onEdit }: ActionsProps) {
  return (
    <div className="row cue-actions" role="group" aria-label={t('The selected subtitle')}>
      {editsOf(audio).map(({ key, label, edit }) => (
        <Button key={key} needs="update" disabled={!isOn} onClick={() => onEdit(edit)}>
          {label}
        </Button>
      ))}
      <Button needs="update" onClick={() => undo(editor.view)}>
        {t('Ctrl Z Undo')}
      </Button>
    </div>
  );
}

type RowsProps = {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly editor: TranscriptEditor;
  readonly count: number;
  readonly selected: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function Rows({ list, editor, count, selected, onKeyDown }: RowsProps) {
  const id = useId();
  // Its rows are computed anew at each rendering, which is what is wanted.
  // eslint-disable-next-line react-hooks/incompatible-library
  const rows = useVirtualizer({ count, getScrollElement: () => list.current, estimateSize: () => ROW_HEIGHT, overscan: 4 });
  useEffect(() => {
    if (selected >= 0 && selected < count) rows.scrollToIndex(selected);
  }, [rows, selected, count]);
  const text = editor.cueText;
  return (
    <div
      ref={list}
      className="cue-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('Subtitles')}
      aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            id={`${id}-${index}`}
            className="cue"
            role="option"
            aria-selected={index === selected}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            onClick={() => editor.selectCue(index)}
          >
            <Row index={index} cue={text && readCue(text, index)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Row({ index, cue }: { readonly index: number; readonly cue: Cue | undefined }) {
  if (!cue) return <span className="cue-times">{asCount(index + 1)}</span>;
  const speed = readingSpeed(cue);
  return (
    <>
      <span className="cue-times">
        <span>{asCount(index + 1)}</span> {writeTime(cue.startMs)} – {writeTime(cue.endMs)}
        <span className={speed > MAX_SPEED ? 'cue-speed tag tag-warn' : 'cue-speed'}>{t('{0} characters/s', speed)}</span>
      </span>
      <span className="cue-words" dir="auto">
        {cue.speaker !== null && <strong>{cue.speaker}: </strong>}
        {cue.words}
      </span>
    </>
  );
}
