import { Dialog } from '../../parts/dialog.tsx';
import { Difference } from './difference.tsx';
import type { Reader } from './judging/reader.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/transcript.ts';
import { t as frame } from '../../texts/frame.ts';

export type RepairResult = ReturnType<Reader['repair']>;

const MAX_LISTED = 100;
const MAX_LISTED_DEFECTS = 5;

type Props = { readonly result: RepairResult; readonly onTake: () => void; readonly onClose: () => void };

/** The changes of a repair, before the user takes it. */
export function RepairDialog({ result, onTake, onClose }: Props) {
  const isVain = result.changes.length === 0;
  return (
    <Dialog
      title={isVain ? t.vain : t.repairs(result.repairs.length)}
      isWide
      focusesMain
      onClose={onClose}
      closeLabel={isVain ? frame.close : t.keepText}
      actions={
        !isVain && (
          <Button kind="primary" onClick={onTake}>
            {result.ok ? t.apply : t.applyPart}
          </Button>
        )
      }
    >
      {!result.ok && <Left result={result} />}
      {!isVain && <Repairs result={result} />}
      {!isVain && <Difference comparison={result} label={t.repairedLabel} />}
    </Dialog>
  );
}

/** The defects that a repair cannot mend. */
function Left({ result: { defects, defectCount } }: Pick<Props, 'result'>) {
  return (
    <div className="notice notice-warn">
      <p>
        <strong>{t.left(defectCount)}</strong> {t.leftHint}
      </p>
      <ul className="hint">
        {defects.slice(0, MAX_LISTED_DEFECTS).map(({ line, message }, index) => (
          <li key={index}>
            {line !== null && t.lineColon(line)}
            <span lang="en">{message}</span>
          </li>
        ))}
        {defectCount > MAX_LISTED_DEFECTS && <li>{t.moreDefects(defectCount - MAX_LISTED_DEFECTS)}</li>}
      </ul>
    </div>
  );
}

function Repairs({ result: { repairs } }: Pick<Props, 'result'>) {
  return (
    <details>
      <summary>{t.whatChanges}</summary>
      <ul className="hint scroll-y repair-list">
        {repairs.slice(0, MAX_LISTED).map(({ code, line, message }, index) => (
          <li key={index}>
            <span className="number">{t.line(line)}</span> <code>{code}</code> <span lang="en">{message}</span>
          </li>
        ))}
        {repairs.length > MAX_LISTED && <li>{t.moreRepairs(repairs.length - MAX_LISTED)}</li>}
      </ul>
    </details>
  );
}
