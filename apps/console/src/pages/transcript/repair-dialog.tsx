import { counted } from '../../parts/format.ts';
import { Modal } from '../../parts/modal.tsx';
import { Difference } from './difference.tsx';
import type { Tasks } from './judging/protocol.ts';

export type RepairResult = Tasks['repair']['result'];

const MAX_LISTED = 100;

type Props = { readonly result: RepairResult; readonly onTake: () => void; readonly onClose: () => void };

/** What a repair would change, before it is taken. */
export function RepairDialog({ result, onTake, onClose }: Props) {
  const { repairs, defects, defectCount, ok } = result;
  const isVain = result.changes.length === 0;
  return (
    <Modal
      title={isVain ? 'Nothing can be repaired' : counted(repairs.length, 'repair')}
      isWide
      onClose={onClose}
      closeLabel={isVain ? 'Close' : 'Leave as it is'}
      actions={
        !isVain && (
          <button type="button" className="button button-primary" onClick={onTake}>
            {ok ? 'Take the repair' : 'Take what could be repaired'}
          </button>
        )
      }
    >
      {!ok && (
        <div className="notice notice-warn">
          <p>
            <strong>{counted(defectCount, 'defect')} left for you.</strong> The words or times that are missing cannot be told from the
            file.
          </p>
          <ul className="plain-list">
            {defects.slice(0, 5).map(({ line, message }, index) => (
              <li key={index}>
                {line !== null && <>Line {line}: </>}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!isVain && (
        <>
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
          <Difference comparison={result} label="The repaired transcript and what it differs in" />
        </>
      )}
    </Modal>
  );
}
