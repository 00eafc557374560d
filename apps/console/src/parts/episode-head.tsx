import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Episode } from '../api/api.ts';
import { episodeQuery, titleOf } from '../api/episodes.ts';
import { Page } from './page.tsx';
import { Loaded } from './states.tsx';
import { t } from '../texts/language.ts';

type Props = {
  readonly episode: string;
  /** The subject of this page: `Transcript`. Without one it is the episode itself. */
  readonly subject?: string;
  readonly children: (episode: Episode) => ReactNode;
};

/** The frame of the pages of one episode. */
export function EpisodePage({ episode: id, subject, children }: Props) {
  const [path] = useLocation();
  const query = useQuery(episodeQuery(id));
  const { data: episode } = query;
  const tabs = [
    { to: `/episodes/${id}`, label: t('Overview') },
    { to: `/episodes/${id}/transcript`, label: t('Transcript') },
    { to: `/episodes/${id}/chapters`, label: t('Chapters') },
  ];
  const above = episode && (
    <>
      <Link href={`/podcasts/${episode.podcast_id}`}>{t('Episodes')}</Link>
      {subject !== undefined && ' / '}
      {subject !== undefined && (
        <Link href={`/episodes/${id}`}>
          <bdi>{titleOf(episode)}</bdi>
        </Link>
      )}
    </>
  );
  return (
    <Page title={subject ?? (episode ? titleOf(episode) : t('Episode'))} above={above}>
      <nav className="row tabs" aria-label={t('Of this episode')}>
        {tabs.map(({ to, label }) => (
          <Link key={to} href={to} aria-current={path === to ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Loaded query={query}>{children}</Loaded>
    </Page>
  );
}
