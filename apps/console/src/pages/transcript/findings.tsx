import { counted } from '../../parts/format.ts';
import type { EditorSummary } from './editor/transcript-editor.ts';

type Props = {
  readonly summary: EditorSummary;
  readonly onGoTo: (line: number) => void;
  readonly onRetry: () => void;
};

/** The defects of the text; an entry leads to its line. */
export function Findings({ summary, onGoTo, onRetry }: Props) {
  const { findings, defectCount, isAlive } = summary;
  const more = defectCount - findings.length;
  return (
    <section aria-labelledby="defects-heading" className="findings">
      <h2 id="defects-heading">Defects</h2>
      {!isAlive && (
        <div className="notice notice-bad" role="alert">
          <p>The check in your browser has stopped: it failed three times in a row.</p>
          <button type="button" className="button" onClick={onRetry}>
            Start it again
          </button>
        </div>
      )}
      {findings.length === 0 ? (
        <p className="hint">{summary.isEmpty ? 'There is no text yet.' : 'None: the API accepts this text.'}</p>
      ) : (
        <ol>
          {findings.map(({ code, message, line }, index) => (
            <li key={index}>
              {line === null ? (
                <p className="finding">
                  <FindingText code={code} message={message} />
                </p>
              ) : (
                <button type="button" className="finding" onClick={() => onGoTo(line)}>
                  <span className="finding-line">Line {line}</span>
                  <FindingText code={code} message={message} />
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="hint">and {counted(more, 'more defect')}. These first.</p>}
    </section>
  );
}

function FindingText({ code, message }: { readonly code: string; readonly message: string }) {
  return (
    <>
      <code>{code}</code> <bdi>{message}</bdi>
    </>
  );
}
