import { useEffect, useRef, useState, type RefObject } from 'react';
import { codesOf } from '../api/codes.ts';
import { Button } from '../parts/button.tsx';
import { Field, Form } from '../parts/form.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { Rich } from '../parts/rich.tsx';
import { useStore } from '../parts/use-store.ts';
import { t } from '../texts/frame.ts';
import { session, signIn } from './token.ts';

/** Asks for a token. Whether the API accepts it shows with the first request. */
export function SignIn() {
  const [token, setToken] = useState('');
  const { farewell } = useStore(session);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = t.pageTitle(t.signIn.page);
    input.current?.focus();
  }, []);
  return (
    <main className="lone">
      <Form onSubmit={() => token.trim() !== '' && signIn(token)}>
        <div>
          <p className="eyebrow">{t.product}</p>
          <h1>{t.signIn.title}</h1>
        </div>
        {farewell !== undefined && (
          <p role="alert" className="notice notice-bad">
            {farewell instanceof Error ? <Refused reason={farewell} /> : t.signIn[farewell]}
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
      </Form>
    </main>
  );
}

function Refused({ reason }: { readonly reason: Error }) {
  const why = `${reason.message} (${codesOf(reason).join(', ')})`;
  return <Rich of={t.signIn.refused(<span lang="en">{why}</span>)} />;
}

type TokenFieldProps = {
  readonly ref?: RefObject<HTMLInputElement | null>;
  readonly token: string;
  readonly onChange: (token: string) => void;
};

export function TokenField({ ref, token, onChange }: TokenFieldProps) {
  return (
    <Field
      ref={ref}
      label={t.apiToken}
      hint={t.signIn.help}
      type="password"
      autoComplete="off"
      spellCheck={false}
      required
      placeholder="pat_…"
      value={token}
      onChange={onChange}
    />
  );
}
