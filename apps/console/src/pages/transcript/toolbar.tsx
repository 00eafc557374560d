import type { EditorSummary } from './editor/transcript-editor.ts';
import type { PlainDialog } from './workbench.tsx';
import { Button, FileButton, TRANSCRIPTS } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

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
  return (
    <div className="toolbar">
      <StateLine summary={summary} />
      <div className="row">
        <Action label={t('Repair…')} isOn={hasDefects} onPress={onRepair} />
        <Button disabled={isEmpty} onClick={onSearch}>
          {t('Find and replace')}
        </Button>
        <Action label={t('Shift times…')} isOn={isJudged} onPress={() => onOpen('shift')} />
        <Action label={t('Retime…')} isOn={isSound} onPress={() => onOpen('retime')} />
        <Action label={t('Speakers…')} isOn={isJudged} onPress={() => onOpen('speakers')} />
        <Button onClick={() => onOpen('versions')}>{t('Versions…')}</Button>
        <FileButton label={t('Open a file…')} name={t('Transcript file')} accept={TRANSCRIPTS} onFiles={([file]) => file && onFile(file)} />
        <Action label={t('Review and upload…')} isMain isOn={isSound && summary.isDirty} onPress={() => onOpen('review')} />
      </div>
    </div>
  );
}

type ActionProps = { readonly label: string; readonly isOn: boolean; readonly isMain?: boolean; readonly onPress: () => void };

function Action({ label, isOn, isMain, onPress }: ActionProps) {
  return (
    <Button needs="update" kind={isMain ? 'primary' : undefined} disabled={!isOn} onClick={onPress}>
      {label}
    </Button>
  );
}

/** The verdict in one line. Its words change only when the verdict does. */
function StateLine({ summary }: { readonly summary: EditorSummary | undefined }) {
  return (
    <p id="transcript-state" className="row hint" role="status">
      {!summary || summary.isEmpty ? t('Drop an SRT or WebVTT file here, open one, or type.') : <Verdict summary={summary} />}
    </p>
  );
}

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
