import { saveFile } from '../../parts/save-file.ts';
import { documentOf } from './draft.ts';
import type { Draft } from './use-draft.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/chapters.ts';
import { t as frame } from '../../texts/frame.ts';
import { FileButton } from '../../parts/file-button.tsx';

type ToolbarProps = {
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly isSaving: boolean;
  readonly onOpen: (file: File) => void;
};

/** The actions on all chapters at once. */
export function Toolbar({ draft: { rows, isChanged, discard }, isReadOnly, isSaving, onOpen }: ToolbarProps) {
  const saveAsFile = () => saveFile('chapters.json', 'application/json+chapters', JSON.stringify(documentOf(rows), null, 2));
  return (
    <div className="row">
      <Button type="submit" kind="primary" disabled={isReadOnly || !isChanged || isSaving}>
        {isSaving ? t.saving : t.save}
      </Button>
      <Button disabled={!isChanged} onClick={discard}>
        {t.discard}
      </Button>
      <Button disabled={rows.length === 0} onClick={saveAsFile}>
        {t.saveJson}
      </Button>
      <FileButton
        label={t.openJson}
        name={t.openJson}
        accept=".json,application/json"
        disabled={isReadOnly}
        onFiles={([file]) => file && onOpen(file)}
      />
      <span role="status" className="hint">
        {frame.chapterCount(rows.length)}
        {isChanged && t.notSaved}
      </span>
    </div>
  );
}
