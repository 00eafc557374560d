import { useEffect, useState } from 'react';
import { Button, Field, Form } from '../parts/controls.tsx';
import { codesOf } from '../parts/states.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { useStore } from '../parts/store.ts';
import { session, signIn, type Farewell } from './token.ts';
import { rich, t } from '../texts/language.ts';

const FAREWELLS = {
  malformed: t('This is no API token: it has a space, or characters that no token has. Copy it again.'),
  ended: t('You have ended the token of this tab.'),
};

/** Asks for a token. Whether the API accepts it shows with the first request. */
export function SignIn() {
  const [token, setToken] = useState('');
  const { farewell } = useStore(session);
  useEffect(() => {
    document.title = t('{0} · Console', t('Sign in'));
  }, []);
  return (
    <main className="lone">
      <Form onSubmit={() => token.trim() !== '' && signIn(token)}>
        <h1>{t('Sign in to the release desk')}</h1>
        {farewell !== undefined && <Reason farewell={farewell} />}
        <Field
          autoFocus
          label={t('API token')}
          hint={t(
            'It stays in this tab and is forgotten when you close it. A token that may only read shows everything and changes nothing.',
          )}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="pat_…"
          value={token}
          onChange={setToken}
        />
        <Button type="submit" kind="primary">
          {t('Sign in')}
        </Button>
        <p className="hint">
          {rich('No token? Ask the operator of this service, or read {0}.', <a href="/docs">{t('the documentation of the API')}</a>)}
        </p>
        <LanguageSwitch />
      </Form>
    </main>
  );
}

/** Why the session before has ended. */
function Reason({ farewell }: { readonly farewell: Farewell }) {
  const refused = (error: Error) =>
    rich(
      'The API does not accept this token. {0} What you have written and not uploaded is kept on this device.',
      <span lang="en">{`${error.message} (${codesOf(error).join(', ')})`}</span>,
    );
  return (
    <p role="alert" className="notice notice-bad">
      {farewell instanceof Error ? refused(farewell) : FAREWELLS[farewell]}
    </p>
  );
}
