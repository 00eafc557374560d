import type { Chapter } from '../../api/api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { counted } from '../../parts/format.ts';
import { changesBetween, type Change } from './draft.ts';
import { writeTimeCode } from './time-code.ts';

type Props = {
  readonly stored: readonly Chapter[];
  readonly edited: readonly Chapter[];
  readonly onReplace: () => void;
  readonly onOpenStored: () => void;
  readonly onClose: () => void;
};

/** Others have stored chapters meanwhile: shows what saving would do to theirs. */
export function ConflictDialog({ stored, edited, onReplace, onOpenStored, onClose }: Props) {
  return (
    <Dialog
      title="The stored chapters have changed"
      onClose={onClose}
      closeLabel="Go on editing"
      actions={
        <>
          <button type="button" className="button" onClick={onOpenStored}>
            Open the stored ones
          </button>
          <button type="button" className="button button-primary" onClick={onReplace}>
            Replace them
          </button>
        </>
      }
    >
      <p className="notice notice-warn">
        <strong>Somebody has changed the chapters since you opened them.</strong> {counted(stored.length, 'chapter')}{' '}
        {stored.length === 1 ? 'is' : 'are'} stored now. If you replace them, this changes:
      </p>
      <Changes changes={changesBetween(stored, edited)} />
    </Dialog>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p>Nothing: the stored chapters are the same as yours.</p>;
  return (
    <ul className="chapter-changes" aria-label="What replacing changes">
      {changes.map(({ kind, chapter }, index) => (
        <li key={index} className={`chapter-${kind}`}>
          <span className="chapter-sign" aria-hidden="true">
            {kind === 'removed' ? '−' : '+'}
          </span>
          {kind === 'removed' ? (
            <del aria-label="Removed">
              <Told chapter={chapter} />
            </del>
          ) : (
            <ins aria-label="Added">
              <Told chapter={chapter} />
            </ins>
          )}
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
