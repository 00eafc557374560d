import { Button, FileButton, TRANSCRIPTS } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';
import type { EditorSummary } from './editor/transcript-editor.ts';
import type { PlainDialog } from './workbench.tsx';

type ToolbarProps = {
  readonly summary: EditorSummary | undefined;
  readonly onRepair: () => void;
  readonly onSearch: () => void;
  readonly onFile: (file: File) => void;
  readonly onOpen: (dialog: PlainDialog) => void;
};

/** The actions on the text. */
export function Toolbar({ summary, onRepair, onSearch, onFile, onOpen }: ToolbarProps) {
  const isEmpty = summary?.isEmpty ?? true;
  const hasDefects = (summary?.defectCount ?? 0) > 0;
  const isJudged = !isEmpty && summary?.isJudged === true;
  const isSound = isJudged && !hasDefects;
  const action = (label: string, isOn: boolean, onPress: () => void, kind?: 'primary') => (
    <Button needs="update" kind={kind} disabled={!isOn} onClick={onPress}>
      {label}
    </Button>
  );
  return (
    <div className="toolbar">
      <p id="transcript-state" className="row hint" role="status">
        {!summary || isEmpty ? t('Drop an SRT or WebVTT file here, open one, or type.') : <Verdict summary={summary} />}
      </p>
      <div className="row">
        {action(t('Repair…'), hasDefects, onRepair)}
        <Button disabled={isEmpty} onClick={onSearch}>
          {t('Find and replace')}
        </Button>
        {action(t('Shift times…'), isJudged, () => onOpen('shift'))}
        {action(t('Retime…'), isSound, () => onOpen('retime'))}
        {action(t('Speakers…'), isJudged, () => onOpen('speakers'))}
        <Button onClick={() => onOpen('versions')}>{t('Versions…')}</Button>
        <FileButton label={t('Open a file…')} accept={TRANSCRIPTS} onFiles={([file]) => file && onFile(file)} />
        {action(t('Review and upload…'), isSound && summary.isDirty, () => onOpen('review'), 'primary')}
      </div>
    </div>
  );
}

/** The verdict in one line. Its words change only when the verdict does. */
function Verdict({ summary: { isJudged, defectCount, subtitles, format, isDirty } }: { readonly summary: EditorSummary }) {
  const [tag, defects] = defectCount > 0 ? ['tag-bad', t('{0|defect|defects}', defectCount)] : ['tag-good', t('No defects')];
  return (
    <>
      {isJudged && <span className={`tag ${tag}`}>{defects}</span>} {t('{0|subtitle|subtitles}', subtitles)},{' '}
      {format === 'vtt' ? 'WebVTT' : 'SRT'}
      {isDirty && <span className="tag tag-warn">{t('Not uploaded')}</span>}
    </>
  );
}
