import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Episode } from '../api/api.ts';
import { episodeQuery, titleOf } from '../api/episodes.ts';
import { Page } from './page.tsx';
import { Problem } from './problem.tsx';
import { Loading } from './states.tsx';

type Props = {
  readonly episode: string;
  /** The subject of this page: `Transcript`. Without one it is the episode itself. */
  readonly subject?: string;
  readonly actions?: ReactNode;
  readonly children: (episode: Episode) => ReactNode;
};

/** The frame of the pages of one episode. */
export function EpisodePage({ episode: id, subject, actions, children }: Props) {
  const [path] = useLocation();
  const { data: episode, error, refetch } = useQuery(episodeQuery(id));
  const tabs = [
    { to: `/episodes/${id}`, label: 'Overview' },
    { to: `/episodes/${id}/transcript`, label: 'Transcript' },
    { to: `/episodes/${id}/chapters`, label: 'Chapters' },
  ];
  return (
    <Page
      title={subject ?? (episode ? titleOf(episode) : 'Episode')}
      eyebrow={episode && <Above episode={episode} isPart={subject !== undefined} />}
      actions={actions}
    >
      <nav className="tabs" aria-label="Of this episode">
        {tabs.map(({ to, label }) => (
          <Link key={to} href={to} aria-current={path === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {!episode && (error ? <Problem error={error} retry={refetch} /> : <Loading label="Loading the episode" />)}
      {episode && children(episode)}
    </Page>
  );
}

/** The pages that this one is part of. */
function Above({ episode, isPart }: { readonly episode: Episode; readonly isPart: boolean }) {
  return (
    <>
      <Link href={`/podcasts/${episode.podcast_id}`}>Episodes</Link>
      {isPart && (
        <>
          {' / '}
          <Link href={`/episodes/${episode.id}`}>
            <bdi>{titleOf(episode)}</bdi>
          </Link>
        </>
      )}
    </>
  );
}
