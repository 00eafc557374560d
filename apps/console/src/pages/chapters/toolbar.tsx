import { counted } from '../../parts/format.ts';
import { saveFile } from '../../parts/save-file.ts';
import { documentOf } from './draft.ts';
import type { Draft } from './use-draft.ts';

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
      <button className="button button-primary" disabled={isReadOnly || !isChanged || isSaving}>
        {isSaving ? 'Saving…' : 'Save chapters'}
      </button>
      <button type="button" className="button" disabled={!isChanged} onClick={discard}>
        Discard changes
      </button>
      <button type="button" className="button" disabled={rows.length === 0} onClick={saveAsFile}>
        Save as JSON
      </button>
      <label className={isReadOnly ? 'button file-button is-disabled' : 'button file-button'}>
        Open JSON…
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
        {counted(rows.length, 'chapter')}
        {isChanged && ', not saved'}
      </span>
    </div>
  );
}
