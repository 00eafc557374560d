import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { podcastsQuery } from '../api/podcasts.ts';
import { countDrafts, forgetDrafts } from '../parts/drafts.ts';
import { whenOnline } from '../parts/online.ts';
import { signOut } from './token.ts';

const Leaving = lazy(async () => ({ default: (await whenOnline(() => import('./leaving.tsx'))).Leaving }));

/** Ends the session, and asks what becomes of work that is on this device alone. */
export function SignOut() {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState(0);
  const podcasts = () => {
    const pages = client.getQueryData(podcastsQuery.queryKey)?.pages ?? [];
    return new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  };
  const ask = async () => {
    const count = await countDrafts(podcasts());
    if (count === 0) signOut();
    else setDrafts(count);
  };
  const forget = () => {
    const own = podcasts();
    signOut(); // first: an editor that is left keeps its text
    void forgetDrafts(own);
  };
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void ask()}>
        Sign out
      </button>
      {drafts > 0 && (
        <Suspense>
          <Leaving drafts={drafts} onForget={forget} onClose={() => setDrafts(0)} />
        </Suspense>
      )}
    </>
  );
}
