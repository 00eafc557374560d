import { Button } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { t } from '../../texts/language.ts';
import { Difference } from './difference.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import type { Reader } from './judging/reader.ts';
import { notifyOfEdit } from './use-editor.ts';

export type RepairResult = ReturnType<Reader['repair']>;

const MAX_LISTED = 100;
const MAX_LISTED_DEFECTS = 5;

type Props = { readonly result: RepairResult; readonly editor: TranscriptEditor; readonly onClose: () => void };

/** The changes of a repair, before the user takes it. */
export function RepairDialog({ result, editor, onClose }: Props) {
  const { ok, after, changes, repairs, defects, defectCount } = result;
  const take = () => {
    editor.replace(after);
    onClose();
    notifyOfEdit(t('{0|repair|repairs} applied.', repairs.length));
  };
  const isVain = changes.length === 0;
  return (
    <Dialog
      title={isVain ? t('Nothing can be repaired') : t('{0|repair|repairs}', repairs.length)}
      isWide
      focusesMain
      onClose={onClose}
      closeLabel={isVain ? t('Close') : t('Cancel')}
      actions={
        !isVain && (
          <Button kind="primary" onClick={take}>
            {t('Apply the repair')}
          </Button>
        )
      }
    >
      {!ok && (
        <div className="notice notice-warn">
          <p>
            <strong>{t('{0|defect|defects} left for you.', defectCount)}</strong>{' '}
            {t('The words or times that are missing cannot be told from the file.')}
          </p>
          <Lines of={defects} most={MAX_LISTED_DEFECTS} count={defectCount} />
        </div>
      )}
      {!isVain && <Repairs result={result} />}
    </Dialog>
  );
}

function Repairs({ result }: Pick<Props, 'result'>) {
  return (
    <>
      <details>
        <summary>{t('What is changed, line by line')}</summary>
        <Lines of={result.repairs} most={MAX_LISTED} count={result.repairs.length} />
      </details>
      <Difference comparison={result} />
    </>
  );
}

type LinesProps = {
  readonly of: readonly { readonly code: string; readonly line: number | null; readonly message: string }[];
  readonly most: number;
  /** All there are, of which `of` may have the first. */
  readonly count: number;
};

function Lines({ of, most, count }: LinesProps) {
  return (
    <ul className="hint scroll-y">
      {of.slice(0, most).map(({ code, line, message }, index) => (
        <li key={index}>
          {line !== null && t('Line {0}', String(line))} <code>{code}</code> <span lang="en">{message}</span>
        </li>
      ))}
      {count > most && <li>{t('and {0} more', count - most)}</li>}
    </ul>
  );
}
