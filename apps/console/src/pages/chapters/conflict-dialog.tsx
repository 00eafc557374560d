import { useMemo, useState } from 'react';
import type { Chapter } from '../../api/api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { changesBetween, merged, type Change } from './draft.ts';
import { writeTimeCode } from './time-code.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/chapters.ts';

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
      title={t.conflict}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onTake(stored)}>{t.openStored}</Button>
          <Button kind="primary" onClick={() => onTake(merged(edited, changes, chosen))}>
            {t.goOn}
          </Button>
        </>
      }
    >
      <p className="notice notice-warn">
        <strong>{t.changed}</strong> {t.changedHint(stored.length)}
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
  if (changes.length === 0) return <p>{t.same}</p>;
  return (
    <ul className="list" aria-label={t.differ}>
      {changes.map((change, index) => (
        <li key={index} className={`chapter-${change.kind}`}>
          <label className="check">
            <input type="checkbox" checked={chosen.has(change)} onChange={() => onChoose(change)} />
            <span className="chapter-sign">{change.kind === 'removed' ? '−' : '+'}</span>
            <span>
              <span className="visually-hidden">{change.kind === 'removed' ? t.theirs : t.yours}</span>
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
      <bdi>{title || t.noTitle}</bdi>
      {more.map((member) => (
        <span key={member} className="hint">
          {' '}
          <bdi>{member}</bdi>
        </span>
      ))}
      {toc === false && <span className="hint">{t.notListed}</span>}
    </>
  );
}

/** A time that could not be read is shown as it was typed. */
const asTime = (time: number | string) => (typeof time === 'number' ? writeTimeCode(time) : time);
