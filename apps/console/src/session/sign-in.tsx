import { useEffect, useRef, useState, useSyncExternalStore, type RefObject, type SubmitEvent } from 'react';
import { onTokenChange, reasonOfSignOut, signIn } from './token.ts';

/** Asks for a token. Whether the API accepts it shows with the first request. */
export function SignIn() {
  const [token, setToken] = useState('');
  const reason = useSyncExternalStore(onTokenChange, reasonOfSignOut);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Console';
    input.current?.focus();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '') signIn(token);
  };
  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <p className="eyebrow">Podcast Automation</p>
        <h1>Sign in to the release desk</h1>
        {reason !== undefined && (
          <p role="alert" className="notice notice-bad">
            {reason}
          </p>
        )}
        <TokenField ref={input} token={token} onChange={setToken} />
        <button className="button button-primary">Sign in</button>
        <p className="hint">
          No token? Ask the operator of this service, or read <a href="/docs">the documentation of the API</a>.
        </p>
      </form>
    </main>
  );
}

type TokenFieldProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly token: string;
  readonly onChange: (token: string) => void;
};

export function TokenField({ ref, token, onChange }: TokenFieldProps) {
  return (
    <>
      <label htmlFor="token">API token</label>
      <input
        ref={ref}
        id="token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        placeholder="pat_…"
        aria-describedby="token-help"
        value={token}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="token-help" className="hint">
        It stays in this tab and is forgotten when you close it. A token that may only read shows everything and changes nothing.
      </p>
    </>
  );
}
