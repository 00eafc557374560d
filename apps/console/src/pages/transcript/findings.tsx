import { Button } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';
import type { EditorSummary } from './editor/transcript-editor.ts';

type Props = {
  readonly summary: EditorSummary;
  readonly onGoTo: (line: number) => void;
  readonly onRetry: () => void;
};

/** The defects of the text; an entry leads to its line. */
export function Findings({ summary: { findings, defectCount, isAlive, isEmpty, isJudged }, onGoTo, onRetry }: Props) {
  const more = defectCount - findings.length;
  return (
    <section aria-labelledby="defects-heading" className="stack">
      <h2 id="defects-heading">{t('Defects')}</h2>
      {!isAlive && (
        <div className="notice notice-bad" role="alert">
          <p>{t('The check in the browser has failed.')}</p>
          <Button onClick={onRetry}>{t('Try again')}</Button>
        </div>
      )}
      {findings.length === 0 ? (
        <p className="hint">{isEmpty ? t('There is no text yet.') : isJudged && t('No defects')}</p>
      ) : (
        <ol className="scroll-y">
          {findings.map(({ code, message, line }, index) => (
            <li key={index}>
              <button type="button" className="line" onClick={() => onGoTo(line ?? 1)}>
                {line !== null && <span className="strong">{t('Line {0}', String(line))} </span>}
                <code>{code}</code> <bdi lang="en">{message}</bdi>
              </button>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="hint">{t('and {0} more', more)}</p>}
    </section>
  );
}
