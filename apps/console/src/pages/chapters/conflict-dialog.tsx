import { useMemo } from 'react';
import type { Chapter } from '../../api/api.ts';
import { Button } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { changesBetween } from './draft.ts';
import { writeTimeCode } from '../../parts/time-code.ts';
import { t } from '../../texts/language.ts';

type Props = {
  readonly stored: readonly Chapter[];
  readonly edited: readonly Chapter[];
  /** Goes on with these chapters, made from the stored ones. */
  readonly onTake: (chapters: readonly Chapter[]) => void;
  readonly onClose: () => void;
};

/** Others have stored chapters meanwhile: shows the differences, and the person goes on with one of the two lists. */
export function ConflictDialog({ stored, edited, onTake, onClose }: Props) {
  const changes = useMemo(() => changesBetween(stored, edited), [stored, edited]);
  return (
    <Dialog
      title={t('The stored chapters have changed')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onTake(stored)}>{t('Open the stored ones')}</Button>
          <Button kind="primary" onClick={() => onTake(edited)}>
            {t('Go on with mine')}
          </Button>
        </>
      }
    >
      <p className="notice notice-warn">
        {t('{0|chapter is|chapters are} stored now. Nothing was saved. Theirs are marked −, yours +.', stored.length)}
      </p>
      {changes.length === 0 && <p>{t('No change')}</p>}
      <ul className="list" aria-label={t('Where they differ')}>
        {changes.map(({ kind, chapter }, index) => (
          <li key={index} className={`chapter-${kind}`}>
            <span className="number">{kind === 'removed' ? '−' : '+'} </span>
            <span className="visually-hidden">{kind === 'removed' ? t('Theirs:') : t('Yours:')} </span>
            <Told chapter={chapter} />
          </li>
        ))}
      </ul>
    </Dialog>
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
      <bdi>{title}</bdi>
      {more.map((member) => (
        <span key={member} className="hint">
          {' '}
          <bdi>{member}</bdi>
        </span>
      ))}
      {toc === false && <span className="hint"> {t('not in the table of contents')}</span>}
    </>
  );
}

/** A time that could not be read is shown as it was typed. */
const asTime = (time: number | string) => (typeof time === 'number' ? writeTimeCode(time) : time);
