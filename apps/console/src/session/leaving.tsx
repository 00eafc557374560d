import type { ReactNode } from 'react';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { draftsOf, forgetDrafts } from '../parts/drafts.ts';
import { signOut } from './token.ts';
import { t } from '../texts/language.ts';

/** Asks about work that is on this device alone. @returns the dialog; undefined without drafts of these podcasts */
export async function questionAbout(podcasts: ReadonlySet<string>, onClose: () => void): Promise<ReactNode> {
  const drafts = await draftsOf(podcasts);
  if (drafts.length === 0) return undefined;
  const forget = () => {
    signOut(); // first: an editor that is left keeps its text
    void forgetDrafts(drafts);
  };
  const actions = (
    <>
      <Button onClick={forget}>{t('Forget it and sign out')}</Button>
      <Button kind="primary" onClick={() => signOut()}>
        {t('Keep it and sign out')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('Work that is not uploaded')} onClose={onClose} actions={actions}>
      <p>
        {t(
          'Not uploaded on this device: {0|transcript or list of chapters|transcripts or lists of chapters}. Work that is kept stays here for 30 days, for everybody who may open the episode. Forget it on a device that others use.',
          drafts.length,
        )}
      </p>
    </Dialog>
  );
}
