import { t } from '../texts/language.ts';
import { Button } from './controls.tsx';

type RestoredProps = { readonly what: string; readonly meanwhile: string | false; readonly onCompare: () => void };

/** Work that was kept on this device, and whether what it was made from has changed meanwhile. */
export function Restored({ what, meanwhile, onCompare }: RestoredProps) {
  return (
    <div className="notice notice-plain">
      <p>
        {what} {meanwhile}
      </p>
      {meanwhile && (
        <Button needs="update" onClick={onCompare}>
          {t('Show the difference')}
        </Button>
      )}
    </div>
  );
}
