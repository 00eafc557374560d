import { Dialog } from '../parts/dialog.tsx';
import { signOut } from './token.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../texts/shared.ts';

type LeavingProps = { readonly drafts: number; readonly onForget: () => void; readonly onClose: () => void };

/** Asks what becomes of work that is on this device alone. */
export function Leaving({ drafts, onForget, onClose }: LeavingProps) {
  return (
    <Dialog
      title={t.leaving.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onForget}>{t.leaving.forget}</Button>
          <Button kind="primary" onClick={() => signOut()}>
            {t.leaving.keep}
          </Button>
        </>
      }
    >
      <p>{t.leaving.what(drafts)}</p>
    </Dialog>
  );
}
