import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { podcastsQuery } from '../api/podcasts.ts';
import { onDemand } from '../parts/online.ts';
import { signOut } from './token.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../texts/frame.ts';

/** Those who never work on a text need not load it. */
const drafts = () => import('../parts/drafts.ts');
const Leaving = onDemand(() => import('./leaving.tsx').then(({ Leaving }) => Leaving));

/** Ends the session, and asks what becomes of work that is on this device alone. */
export function SignOut() {
  const [kept, setKept] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const ask = async () => {
    const podcasts = client.getQueryData(podcastsQuery.queryKey)?.pages.flatMap(({ data }) => data) ?? [];
    const found = await drafts().then(
      ({ draftsOf }) => draftsOf(new Set(podcasts.map(({ id }) => id))),
      () => [],
    );
    if (found.length === 0) signOut();
    else setKept(found);
  };
  const forget = () => {
    signOut(); // first: an editor that is left keeps its text
    void drafts().then(({ forgetDrafts }) => forgetDrafts(kept));
  };
  return (
    <>
      <Button kind="quiet" onClick={() => void ask()}>
        {t.signOut}
      </Button>
      {kept.length > 0 && (
        <Suspense>
          <Leaving drafts={kept.length} onForget={forget} onClose={() => setKept([])} />
        </Suspense>
      )}
    </>
  );
}
