import { useRef, type ReactNode, type RefObject } from 'react';

import type { EditorSummary } from './editor/transcript-editor.ts';
import { t } from '../../texts/transcript.ts';
import { t as frame } from '../../texts/frame.ts';

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
  const picker = useRef<HTMLInputElement>(null);
  const isEmpty = summary?.isEmpty ?? true;
  const hasDefects = (summary?.defectCount ?? 0) > 0;
  const mayEdit = mayUpdate && !isEmpty;
  const isSound = mayEdit && !hasDefects && summary?.isJudged === true;
  return (
    <div className="toolbar">
      <StateLine summary={summary} />
      <div className="row">
        <Action label={t.repair} isOn={mayUpdate && hasDefects} onPress={onRepair} />
        <Action label={t.find} isOn={!isEmpty} onPress={onSearch} />
        <Action label={t.shift} isOn={mayEdit} onPress={() => onOpen('shift')} />
        <Action label={t.retime} isOn={isSound} onPress={() => onOpen('retime')} />
        <Action label={t.speakers} isOn={mayEdit && summary?.isJudged === true} onPress={() => onOpen('speakers')} />
        <Action label={t.versions} isOn onPress={() => onOpen('versions')} />
        <Action label={t.open} isOn={mayUpdate} onPress={() => picker.current?.click()} />
        <FilePicker ref={picker} isDisabled={!mayUpdate} onFile={onFile} />
        <Action label={t.review} isMain isOn={isSound && summary.isDirty} onPress={() => onOpen('review')} />
      </div>
    </div>
  );
}

type ActionProps = { readonly label: string; readonly isOn: boolean; readonly isMain?: boolean; readonly onPress: () => void };

function Action({ label, isOn, isMain, onPress }: ActionProps) {
  return (
    <button type="button" className={isMain ? 'button button-primary' : 'button'} disabled={!isOn} onClick={onPress}>
      {label}
    </button>
  );
}

type FilePickerProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
};

function FilePicker({ ref, isDisabled, onFile }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      disabled={isDisabled}
      accept=".srt,.vtt,.txt,text/vtt,application/x-subrip"
      aria-label={t.file}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        target.value = '';
      }}
    />
  );
}

/** The verdict in one line. Its words change only when the verdict does. */
function StateLine({ summary }: { readonly summary: EditorSummary | undefined }): ReactNode {
  if (!summary || summary.isEmpty)
    return (
      <p id="transcript-state" className="transcript-state" role="status">
        {t.drop}
      </p>
    );
  const { defectCount, subtitles, format, isDirty } = summary;
  return (
    <p id="transcript-state" className="transcript-state" role="status">
      <span className={defectCount > 0 ? 'tag tag-bad' : 'tag tag-good'}>{defectCount > 0 ? t.defects(defectCount) : t.noDefects}</span>{' '}
      {frame.subtitles(subtitles)}, {format === 'vtt' ? 'WebVTT' : 'SRT'}
      {isDirty && <span className="tag tag-warn">{t.notUploaded}</span>}
    </p>
  );
}
