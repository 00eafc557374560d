import { useMemo, useState } from 'react';
import type { Chapter } from '../../api/api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { counted } from '../../parts/format.ts';
import { changesBetween, merged, type Change } from './draft.ts';
import { writeTimeCode } from './time-code.ts';

type Props = {
  readonly stored: readonly Chapter[];
  readonly edited: readonly Chapter[];
  /** Goes on with these chapters, made from the stored ones. */
  readonly onTake: (chapters: readonly Chapter[]) => void;
  readonly onClose: () => void;
};

/** Others have stored chapters meanwhile: shows theirs beside one's own, to be taken over one by one. */
export function ConflictDialog({ stored, edited, onTake, onClose }: Props) {
  const changes = useMemo(() => changesBetween(stored, edited), [stored, edited]);
  const [chosen, setChosen] = useState<ReadonlySet<Change>>(() => new Set(changes.filter(({ kind }) => kind === 'added')));
  const choose = (change: Change) => setChosen((before) => new Set(changes.filter((one) => before.has(one) !== (one === change))));
  return (
    <Dialog
      title="The stored chapters have changed"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={() => onTake(stored)}>
            Open the stored ones
          </button>
          <button type="button" className="button button-primary" onClick={() => onTake(merged(edited, changes, chosen))}>
            Go on with what is checked
          </button>
        </>
      }
    >
      <p className="notice notice-warn">
        <strong>Somebody has changed the chapters since you opened them.</strong> {counted(stored.length, 'chapter')}{' '}
        {stored.length === 1 ? 'is' : 'are'} stored now. Nothing was saved. Check what you want to go on with: theirs are marked −, yours +.
      </p>
      <Changes changes={changes} chosen={chosen} onChoose={choose} />
    </Dialog>
  );
}

type ChangesProps = {
  readonly changes: readonly Change[];
  readonly chosen: ReadonlySet<Change>;
  readonly onChoose: (change: Change) => void;
};

function Changes({ changes, chosen, onChoose }: ChangesProps) {
  if (changes.length === 0) return <p>The stored chapters are the same as yours.</p>;
  return (
    <ul className="chapter-changes" aria-label="Where they differ">
      {changes.map((change, index) => (
        <li key={index} className={`chapter-${change.kind}`}>
          <label className="check">
            <input type="checkbox" checked={chosen.has(change)} onChange={() => onChoose(change)} />
            <span className="chapter-sign">{change.kind === 'removed' ? '−' : '+'}</span>
            <span>
              <span className="visually-hidden">{change.kind === 'removed' ? 'Theirs: ' : 'Yours: '}</span>
              <Told chapter={change.chapter} />
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Everything that a chapter has, so that any difference shows. */
function Told({ chapter: { startTime, endTime, title = '', summary, url, img, toc } }: { readonly chapter: Chapter }) {
  const more = [summary, url, img].filter((member) => member !== undefined);
  return (
    <>
      <span className="number">
        {asTime(startTime)}
        {endTime !== undefined && `–${asTime(endTime)}`}
      </span>{' '}
      <bdi>{title || 'without a title'}</bdi>
      {more.map((member) => (
        <span key={member} className="hint">
          {' '}
          <bdi>{member}</bdi>
        </span>
      ))}
      {toc === false && <span className="hint"> not in the table of contents</span>}
    </>
  );
}

/** A time that could not be read is shown as it was typed. */
const asTime = (time: number | string) => (typeof time === 'number' ? writeTimeCode(time) : time);
