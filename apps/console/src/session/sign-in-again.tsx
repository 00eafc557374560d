import type { ApiError } from '@app/client';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { TokenField } from './sign-in.tsx';
import { signIn } from './token.ts';
import { Button } from '../parts/button.tsx';
import { t as frame } from '../texts/frame.ts';
import { t } from '../texts/shared.ts';

/** The token has ended in the middle of work: asks for another one, with which the work goes on. */
export function SignInAgain({ error, onClose }: { readonly error: ApiError; readonly onClose: () => void }) {
  const [token, setToken] = useState('');
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '') signIn(token);
  };
  return (
    <Dialog
      title={t.signInAgain.again}
      onClose={onClose}
      closeLabel={t.signInAgain.notNow}
      actions={
        <Button type="submit" form={form} kind="primary">
          {frame.signIn.page}
        </Button>
      }
    >
      <Problem error={error} />
      <p>
        <strong>{t.signInAgain.kept}</strong> {t.signInAgain.goOn}
      </p>
      <form id={form} onSubmit={submit}>
        <TokenField ref={input} token={token} onChange={setToken} />
      </form>
    </Dialog>
  );
}
