import type { ReactNode } from 'react';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { draftsOf, forgetDrafts } from '../parts/drafts.ts';
import { signOut } from './token.ts';
import { t } from '../texts/language.ts';

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
      title={t('Work that is not uploaded')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={forget}>{t('Forget it and sign out')}</Button>
          <Button kind="primary" onClick={() => signOut()}>
            {t('Keep it and sign out')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Not uploaded on this device: {0|transcript or list of chapters|transcripts or lists of chapters}. Work that is kept stays here for 30 days, for everybody who may open the episode. Forget it on a device that others use.',
          drafts.length,
        )}
      </p>
    </Dialog>
  );
}
