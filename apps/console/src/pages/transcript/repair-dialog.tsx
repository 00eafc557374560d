import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.tsx';
import { Difference } from './difference.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import type { Reader } from './judging/reader.ts';
import { Button } from '../../parts/controls.tsx';
import { rich } from '../../parts/rich.tsx';
import { t } from '../../texts/language.ts';

export type RepairResult = ReturnType<Reader['repair']>;

const MAX_LISTED = 100;
const MAX_LISTED_DEFECTS = 5;

type Props = { readonly result: RepairResult; readonly editor: TranscriptEditor; readonly onClose: () => void };

/** The changes of a repair, before the user takes it. */
export function RepairDialog({ result, editor, onClose }: Props) {
  const take = () => {
    editor.replace(result.after);
    onClose();
    notify(t('{0|repair|repairs} applied. Undo in the editor takes them back.', result.repairs.length));
  };
  const isVain = result.changes.length === 0;
  return (
    <Dialog
      title={isVain ? t('Nothing can be repaired') : t('{0|repair|repairs}', result.repairs.length)}
      isWide
      focusesMain
      onClose={onClose}
      closeLabel={isVain ? t('Close') : t('Keep the text as it is')}
      actions={
        !isVain && (
          <Button kind="primary" onClick={take}>
            {result.ok ? t('Apply the repair') : t('Apply what could be repaired')}
          </Button>
        )
      }
    >
      {!result.ok && <Left result={result} />}
      {!isVain && <Repairs result={result} />}
      {!isVain && <Difference comparison={result} label={t('The repaired transcript and what it differs in')} />}
    </Dialog>
  );
}

/** The defects that a repair cannot mend. */
function Left({ result: { defects, defectCount } }: Pick<Props, 'result'>) {
  return (
    <div className="notice notice-warn">
      <p>
        <strong>{t('{0|defect|defects} left for you.', defectCount)}</strong>{' '}
        {t('The words or times that are missing cannot be told from the file.')}
      </p>
      <ul className="hint">
        {defects.slice(0, MAX_LISTED_DEFECTS).map(({ line, message }, index) => (
          <li key={index}>
            {line === null ? <span lang="en">{message}</span> : rich('Line {0}: {1}', line, <span lang="en">{message}</span>)}
          </li>
        ))}
        {defectCount > MAX_LISTED_DEFECTS && <li>{t('and {0|more defect|more defects}', defectCount - MAX_LISTED_DEFECTS)}</li>}
      </ul>
    </div>
  );
}

function Repairs({ result: { repairs } }: Pick<Props, 'result'>) {
  return (
    <details>
      <summary>{t('What is changed, line by line')}</summary>
      <ul className="hint scroll-y repair-list">
        {repairs.slice(0, MAX_LISTED).map(({ code, line, message }, index) => (
          <li key={index}>
            <span className="number">{t('Line {0}', line)}</span> <code>{code}</code> <span lang="en">{message}</span>
          </li>
        ))}
        {repairs.length > MAX_LISTED && <li>{t('and {0|more repair|more repairs}', repairs.length - MAX_LISTED)}</li>}
      </ul>
    </details>
  );
}
