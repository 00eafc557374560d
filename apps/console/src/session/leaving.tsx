import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { draftsOf, forgetDrafts } from '../parts/drafts.ts';
import { t } from '../texts/shared.ts';
import { signOut } from './token.ts';

/** @returns a dialog that asks what becomes of the drafts of these podcasts; undefined when there are none */
export async function questionAbout(podcasts: ReadonlySet<string>, onClose: () => void): Promise<ReactNode> {
  const drafts = await draftsOf(podcasts);
  return drafts.length === 0 ? undefined : <Leaving drafts={drafts} onClose={onClose} />;
}

type LeavingProps = { readonly drafts: readonly string[]; readonly onClose: () => void };

/** Asks what becomes of work that is on this device alone. */
function Leaving({ drafts, onClose }: LeavingProps) {
  const forget = () => {
    signOut(); // first: an editor that is left keeps its text
    void forgetDrafts(drafts);
  };
  return (
    <Dialog
      title={t.leaving.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={forget}>{t.leaving.forget}</Button>
          <Button kind="primary" onClick={() => signOut()}>
            {t.leaving.keep}
          </Button>
        </>
      }
    >
      <p>{t.leaving.what(drafts.length)}</p>
    </Dialog>
  );
}
