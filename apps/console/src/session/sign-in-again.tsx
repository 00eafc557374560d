import type { ApiError } from '@app/client';
import { useState } from 'react';
import { FormDialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { TokenField } from './sign-in.tsx';
import { signIn } from './token.ts';
import { t } from '../texts/language.ts';

/** The token has ended in the middle of work: asks for another one, with which the work goes on. */
export function SignInAgain({ error, onClose }: { readonly error: ApiError; readonly onClose: () => void }) {
  const [token, setToken] = useState('');
  return (
    <FormDialog
      title={t('Sign in again')}
      onClose={onClose}
      closeLabel={t('Not now')}
      submit={t('Sign in')}
      onSubmit={() => token.trim() !== '' && signIn(token)}
    >
      <Problem error={error} />
      <p>
        <strong>{t('Nothing was uploaded, and your text is kept on this device.')}</strong> {t('Sign in, and go on with it.')}
      </p>
      <TokenField token={token} onChange={setToken} />
    </FormDialog>
  );
}
