import { useEffect, useRef, useState, useSyncExternalStore, type RefObject, type SubmitEvent } from 'react';
import { onTokenChange, reasonOfSignOut, signIn } from './token.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../texts/frame.ts';
import { Rich } from '../parts/rich.tsx';
import { codesOf } from '../api/codes.ts';
import { LanguageSwitch } from '../parts/language-switch.tsx';

/** Asks for a token. Whether the API accepts it shows with the first request. */
export function SignIn() {
  const [token, setToken] = useState('');
  const reason = useSyncExternalStore(onTokenChange, reasonOfSignOut);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = t.pageTitle(t.signIn.page);
    input.current?.focus();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '') signIn(token);
  };
  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <p className="eyebrow">{t.product}</p>
        <h1>{t.signIn.title}</h1>
        {reason !== undefined && (
          <p role="alert" className="notice notice-bad">
            {reason instanceof Error ? <Refused reason={reason} /> : t.signIn[reason]}
          </p>
        )}
        <TokenField ref={input} token={token} onChange={setToken} />
        <Button type="submit" kind="primary">
          {t.signIn.page}
        </Button>
        <p className="hint">
          <Rich of={t.signIn.noToken(<a href="/docs">{t.signIn.docs}</a>)} />
        </p>
        <LanguageSwitch />
      </form>
    </main>
  );
}

function Refused({ reason }: { readonly reason: Error }) {
  const why = `${reason.message} (${codesOf(reason).join(', ')})`;
  return <Rich of={t.signIn.refused(<span lang="en">{why}</span>)} />;
}

type TokenFieldProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly token: string;
  readonly onChange: (token: string) => void;
};

export function TokenField({ ref, token, onChange }: TokenFieldProps) {
  return (
    <>
      <label htmlFor="token">{t.apiToken}</label>
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
        {t.signIn.help}
      </p>
    </>
  );
}
