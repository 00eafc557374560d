import type { ApiError } from '@app/client';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { TokenField } from './sign-in.tsx';
import { signIn } from './token.ts';

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
      title="Sign in again"
      onClose={onClose}
      closeLabel="Not now"
      actions={
        <button form={form} className="button button-primary">
          Sign in
        </button>
      }
    >
      <Problem error={error} />
      <p>
        <strong>Nothing was uploaded, and your text is kept on this device.</strong> Sign in, and go on with it.
      </p>
      <form id={form} onSubmit={submit}>
        <TokenField ref={input} token={token} onChange={setToken} />
      </form>
    </Dialog>
  );
}
