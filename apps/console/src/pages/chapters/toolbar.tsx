import { saveFile } from '../../parts/save-file.ts';
import { documentOf } from './draft.ts';
import type { Draft } from './use-draft.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/chapters.ts';
import { t as frame } from '../../texts/frame.ts';

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
      <label className={isReadOnly ? 'button file-button is-disabled' : 'button file-button'}>
        {t.openJson}
        <input
          type="file"
          accept=".json,application/json"
          disabled={isReadOnly}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onOpen(file);
            target.value = '';
          }}
        />
      </label>
      <span role="status" className="hint">
        {frame.chapterCount(rows.length)}
        {isChanged && t.notSaved}
      </span>
    </div>
  );
}
