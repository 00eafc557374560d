import { type ReactNode } from 'react';
import type { EditorSummary } from './editor/transcript-editor.ts';
import { Button } from '../../parts/button.tsx';
import { FileButton, TRANSCRIPTS } from '../../parts/file-button.tsx';
import { t } from '../../texts/language.ts';

/** The dialogs of the toolbar besides the repair, which is computed first. */
export type PlainDialog = 'shift' | 'retime' | 'speakers' | 'versions' | 'review';

type ToolbarProps = {
  readonly summary: EditorSummary | undefined;
  readonly mayUpdate: boolean;
  readonly onRepair: () => void;
  readonly onSearch: () => void;
  readonly onFile: (file: File) => void;
  readonly onOpen: (dialog: PlainDialog) => void;
};

/** The actions on the text. */
export function Toolbar({ summary, mayUpdate, onRepair, onSearch, onFile, onOpen }: ToolbarProps) {
  const isEmpty = summary?.isEmpty ?? true;
  const hasDefects = (summary?.defectCount ?? 0) > 0;
  const mayEdit = mayUpdate && !isEmpty && summary?.isJudged === true;
  const isSound = mayEdit && !hasDefects;
  return (
    <div className="toolbar">
      <StateLine summary={summary} />
      <div className="row">
        <Action label={t('Repair…')} isOn={mayUpdate && hasDefects} onPress={onRepair} />
        <Action label={t('Find and replace')} isOn={!isEmpty} onPress={onSearch} />
        <Action label={t('Shift times…')} isOn={mayEdit} onPress={() => onOpen('shift')} />
        <Action label={t('Retime…')} isOn={isSound} onPress={() => onOpen('retime')} />
        <Action label={t('Speakers…')} isOn={mayEdit} onPress={() => onOpen('speakers')} />
        <Action label={t('Versions…')} isOn onPress={() => onOpen('versions')} />
        <FileButton
          label={t('Open a file…')}
          name={t('Transcript file')}
          accept={TRANSCRIPTS}
          disabled={!mayUpdate}
          onFiles={([file]) => file && onFile(file)}
        />
        <Action label={t('Review and upload…')} isMain isOn={isSound && summary.isDirty} onPress={() => onOpen('review')} />
      </div>
    </div>
  );
}

type ActionProps = { readonly label: string; readonly isOn: boolean; readonly isMain?: boolean; readonly onPress: () => void };

function Action({ label, isOn, isMain, onPress }: ActionProps) {
  return (
    <Button kind={isMain ? 'primary' : undefined} disabled={!isOn} onClick={onPress}>
      {label}
    </Button>
  );
}

/** The verdict in one line. Its words change only when the verdict does. */
function StateLine({ summary }: { readonly summary: EditorSummary | undefined }): ReactNode {
  if (!summary || summary.isEmpty)
    return (
      <p id="transcript-state" className="row hint" role="status">
        {t('Drop an SRT or WebVTT file here, open one, or type.')}
      </p>
    );
  const { isJudged, defectCount, subtitles, format, isDirty } = summary;
  return (
    <p id="transcript-state" className="row hint" role="status">
      {isJudged && (
        <span className={defectCount > 0 ? 'tag tag-bad' : 'tag tag-good'}>
          {defectCount > 0 ? t('{0|defect|defects}', defectCount) : t('No defects')}
        </span>
      )}{' '}
      {t('{0|subtitle|subtitles}', subtitles)}, {format === 'vtt' ? 'WebVTT' : 'SRT'}
      {isDirty && <span className="tag tag-warn">{t('Not uploaded')}</span>}
    </p>
  );
}
