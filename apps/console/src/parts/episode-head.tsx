import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Episode } from '../api/api.ts';
import { episodeQuery } from '../api/episodes.ts';
import { Page } from './page.tsx';
import { Problem } from './problem.tsx';
import { Loading } from './states.tsx';

type Props = {
  readonly episode: string;
  /** The subject of this page: `Transcript`. */
  readonly subject: string;
  readonly actions?: ReactNode;
  readonly children: (episode: Episode) => ReactNode;
};

/** The frame of the pages of one episode. */
export function EpisodePage({ episode: id, subject, actions, children }: Props) {
  const [path] = useLocation();
  const { data: episode, error, refetch } = useQuery(episodeQuery(id));
  const tabs = [
    { to: `/episodes/${id}/transcript`, label: 'Transcript' },
    { to: `/episodes/${id}/chapters`, label: 'Chapters' },
  ];
  return (
    <Page
      title={subject}
      eyebrow={
        episode && (
          <>
            <Link href={`/podcasts/${episode.podcast_id}`}>Episodes</Link> / <bdi>{episode.title}</bdi>
          </>
        )
      }
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
