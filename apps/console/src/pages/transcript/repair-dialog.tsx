import { Dialog } from '../../parts/dialog.tsx';
import { counted } from '../../parts/format.ts';
import { Difference } from './difference.tsx';
import type { Tasks } from './judging/protocol.ts';

export type RepairResult = Tasks['repair']['result'];

const MAX_LISTED = 100;
const MAX_LISTED_DEFECTS = 5;

type Props = { readonly result: RepairResult; readonly onTake: () => void; readonly onClose: () => void };

/** The changes of a repair, before the user takes it. */
export function RepairDialog({ result, onTake, onClose }: Props) {
  const isVain = result.changes.length === 0;
  return (
    <Dialog
      title={isVain ? 'Nothing can be repaired' : counted(result.repairs.length, 'repair')}
      isWide
      focusesMain
      onClose={onClose}
      closeLabel={isVain ? 'Close' : 'Keep the text as it is'}
      actions={
        !isVain && (
          <button type="button" className="button button-primary" onClick={onTake}>
            {result.ok ? 'Apply the repair' : 'Apply what could be repaired'}
          </button>
        )
      }
    >
      {!result.ok && <Left result={result} />}
      {!isVain && <Repairs result={result} />}
      {!isVain && <Difference comparison={result} label="The repaired transcript and what it differs in" />}
    </Dialog>
  );
}

/** The defects that a repair cannot mend. */
function Left({ result: { defects, defectCount } }: Pick<Props, 'result'>) {
  return (
    <div className="notice notice-warn">
      <p>
        <strong>{counted(defectCount, 'defect')} left for you.</strong> The words or times that are missing cannot be told from the file.
      </p>
      <ul className="plain-list">
        {defects.slice(0, MAX_LISTED_DEFECTS).map(({ line, message }, index) => (
          <li key={index}>
            {line !== null && <>Line {line}: </>}
            {message}
          </li>
        ))}
        {defectCount > MAX_LISTED_DEFECTS && <li>and {counted(defectCount - MAX_LISTED_DEFECTS, 'more defect')}</li>}
      </ul>
    </div>
  );
}

function Repairs({ result: { repairs } }: Pick<Props, 'result'>) {
  return (
    <details>
      <summary>What is changed, line by line</summary>
      <ul className="plain-list repair-list">
        {repairs.slice(0, MAX_LISTED).map(({ code, line, message }, index) => (
          <li key={index}>
            <span className="number">Line {line}</span> <code>{code}</code> {message}
          </li>
        ))}
        {repairs.length > MAX_LISTED && <li>and {counted(repairs.length - MAX_LISTED, 'more repair')}</li>}
      </ul>
    </details>
  );
}
