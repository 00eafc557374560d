import { useRef, type ReactNode, type RefObject } from 'react';
import { counted } from '../../parts/format.ts';
import type { EditorSummary } from './editor/transcript-editor.ts';

type ToolbarProps = {
  readonly summary: EditorSummary | undefined;
  readonly mayUpdate: boolean;
  readonly onRepair: () => void;
  readonly onSearch: () => void;
  readonly onShift: () => void;
  readonly onFile: (file: File) => void;
  readonly onVersions: () => void;
  readonly onReview: () => void;
};

/** The actions on the text. */
export function Toolbar({ summary, mayUpdate, onRepair, onSearch, onShift, onFile, onVersions, onReview }: ToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isEmpty = summary?.isEmpty ?? true;
  const defects = summary?.defectCount ?? 0;
  return (
    <div className="toolbar">
      <StateLine summary={summary} />
      <div className="row">
        <button type="button" className="button" disabled={!mayUpdate || defects === 0} onClick={onRepair}>
          Repair…
        </button>
        <button type="button" className="button" disabled={isEmpty} onClick={onSearch}>
          Find and replace
        </button>
        <button type="button" className="button" disabled={!mayUpdate || isEmpty} onClick={onShift}>
          Shift times…
        </button>
        <button type="button" className="button" disabled={!mayUpdate} onClick={() => picker.current?.click()}>
          Open a file…
        </button>
        <button type="button" className="button" onClick={onVersions}>
          Versions…
        </button>
        <FilePicker ref={picker} isDisabled={!mayUpdate} onFile={onFile} />
        <button
          type="button"
          className="button button-primary"
          disabled={!mayUpdate || isEmpty || defects > 0 || summary?.isJudged !== true || !summary.isDirty}
          onClick={onReview}
        >
          Review and upload…
        </button>
      </div>
    </div>
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
      aria-label="Transcript file"
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
        Drop an SRT or WebVTT file here, open one, or type.
      </p>
    );
  const { defectCount, subtitles, format, isDirty } = summary;
  return (
    <p id="transcript-state" className="transcript-state" role="status">
      <span className={defectCount > 0 ? 'tag tag-bad' : 'tag tag-good'}>
        {defectCount > 0 ? counted(defectCount, 'defect') : 'No defects'}
      </span>{' '}
      {counted(subtitles, 'subtitle')}, {format === 'vtt' ? 'WebVTT' : 'SRT'}
      {isDirty && <span className="tag tag-warn">Not uploaded</span>}
    </p>
  );
}
