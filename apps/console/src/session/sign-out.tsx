import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { podcastsQuery } from '../api/podcasts.ts';
import { Button } from '../parts/controls.tsx';
import { signOut } from './token.ts';
import { t } from '../texts/language.ts';

/** Ends the session, and asks what becomes of work that is on this device alone. */
export function SignOut() {
  const [question, setQuestion] = useState<ReactNode>();
  const client = useQueryClient();
  const ask = async () => {
    const podcasts = client.getQueryData(podcastsQuery.queryKey)?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? [];
    // Only those who work on a text have loaded it: without a connection, others leave the drafts where they are.
    const asked = await import('./leaving.tsx').then(
      ({ questionAbout }) => questionAbout(new Set(podcasts), () => setQuestion(undefined)),
      () => undefined,
    );
    if (asked === undefined) signOut();
    else setQuestion(asked);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => void ask()}>
        {t('Sign out')}
      </Button>
      {question}
    </>
  );
}
