import type { ApiError } from '@app/client';
import { useState } from 'react';
import { FormDialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { t as frame } from '../texts/frame.ts';
import { t } from '../texts/shared.ts';
import { TokenField } from './sign-in.tsx';
import { signIn } from './token.ts';

/** The token has ended in the middle of work: asks for another one, with which the work goes on. */
export function SignInAgain({ error, onClose }: { readonly error: ApiError; readonly onClose: () => void }) {
  const [token, setToken] = useState('');
  return (
    <FormDialog
      title={t.signInAgain.again}
      onClose={onClose}
      closeLabel={t.signInAgain.notNow}
      submit={frame.signIn.page}
      onSubmit={() => token.trim() !== '' && signIn(token)}
    >
      <Problem error={error} />
      <p>
        <strong>{t.signInAgain.kept}</strong> {t.signInAgain.goOn}
      </p>
      <TokenField token={token} onChange={setToken} />
    </FormDialog>
  );
}
