import { saveFile } from '../../parts/save-file.ts';
import { documentOf } from './draft.ts';
import type { Draft } from './use-draft.ts';
import { Button, FileButton } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

type ToolbarProps = {
  readonly draft: Draft;
  readonly isSaving: boolean;
  readonly onOpen: (file: File) => void;
};

/** The actions on all chapters at once. */
export function Toolbar({ draft: { rows, isChanged, discard }, isSaving, onOpen }: ToolbarProps) {
  const saveAsFile = () => saveFile('chapters.json', 'application/json+chapters', JSON.stringify(documentOf(rows), null, 2));
  return (
    <div className="row">
      <Button type="submit" kind="primary" needs="update" disabled={!isChanged || isSaving}>
        {isSaving ? t('Saving…') : t('Save chapters')}
      </Button>
      <Button disabled={!isChanged} onClick={discard}>
        {t('Discard changes')}
      </Button>
      <Button disabled={rows.length === 0} onClick={saveAsFile}>
        {t('Save as JSON')}
      </Button>
      <FileButton
        label={t('Open JSON…')}
        name={t('Open JSON…')}
        accept=".json,application/json"
        onFiles={([file]) => file && onOpen(file)}
      />
      <span role="status" className="hint">
        {t(isChanged ? '{0|chapter|chapters}, not saved' : '{0|chapter|chapters}', rows.length)}
      </span>
    </div>
  );
}
