import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { readEpisode } from '../api/episodes.ts';
import { podcastsQuery } from '../api/podcasts.ts';
import { draftsOf, forgetDrafts } from '../parts/drafts.ts';
import { whenOnline } from '../parts/online.ts';
import { signOut } from './token.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../texts/frame.ts';

const Leaving = lazy(async () => ({ default: (await whenOnline(() => import('./leaving.tsx'))).Leaving }));

const mayOpen = (episode: string) =>
  readEpisode(episode).then(
    () => true,
    () => false,
  );

/** Ends the session, and asks what becomes of work that is on this device alone. */
export function SignOut() {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<readonly string[]>([]);
  const podcasts = () => {
    const pages = client.getQueryData(podcastsQuery.queryKey)?.pages ?? [];
    return new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  };
  const ask = async () => {
    const found = await draftsOf(podcasts(), mayOpen);
    if (found.length === 0) signOut();
    else setDrafts(found);
  };
  const forget = () => {
    signOut(); // first: an editor that is left keeps its text
    void forgetDrafts(drafts);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => void ask()}>
        {t.signOut}
      </Button>
      {drafts.length > 0 && (
        <Suspense>
          <Leaving drafts={drafts.length} onForget={forget} onClose={() => setDrafts([])} />
        </Suspense>
      )}
    </>
  );
}
