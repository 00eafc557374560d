import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { episodeQuery } from './api/episodes.ts';
import { usePodcasts } from './api/podcasts.ts';
import { Choice } from './parts/controls.tsx';
import { Notices } from './parts/notices.tsx';
import { sectionsOf } from './parts/sections.ts';
import { Shortcuts } from './parts/shortcuts.tsx';
import { useSession } from './session/permissions.ts';
import { SignOut } from './session/sign-out.tsx';
import { Situation } from './situation.tsx';
import { LanguageSwitch } from './parts/language-switch.tsx';
import { t } from './texts/language.ts';

/** Navigation around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const podcast = usePodcastOf(path);
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t('Skip to the page')}
      </a>
      <header className="side">
        <Link href="/" className="row brand">
          <svg className="mark" viewBox="0 0 26 26" aria-hidden="true">
            <path d="M3 10v6M9 5v16M21 9v8" />
            <path className="mark-now" d="M15 1v24" />
          </svg>
          {t('Release desk')}
        </Link>
        <PodcastChoice podcast={podcast} />
        <Navigation path={path} podcast={podcast} />
        <Account podcast={podcast} />
      </header>
      <main id="main" tabIndex={-1}>
        <Situation />
        {children}
      </main>
      <Notices />
    </div>
  );
}

/** The podcast that an address belongs to; on pages of no podcast, the one before. */
function usePodcastOf(path: string): string | undefined {
  const [last, setLast] = useState<string>();
  const [, kind, id] = /^\/(podcasts|episodes)\/([^/]+)/.exec(path) ?? [];
  const episode = useQuery({ ...episodeQuery(id ?? ''), ...(kind === 'episodes' ? {} : { queryFn: skipToken }) });
  const { podcasts } = usePodcasts(undefined);
  const found = kind === 'podcasts' ? id : kind === 'episodes' ? episode.data?.podcast_id : undefined;
  if (found !== undefined && found !== last) setLast(found);
  return found ?? last ?? podcasts[0]?.id;
}

function PodcastChoice({ podcast }: { readonly podcast: string | undefined }) {
  const [path, navigate] = useLocation();
  const { podcasts, title, hasNextPage } = usePodcasts(podcast);
  if (podcasts.length === 0) return null;
  const listed = title === undefined ? undefined : podcast;
  const section = /^\/podcasts\/[^/]+(\/.*)?$/.exec(path)?.[1] ?? '';
  const options = [
    ...(listed ? [] : [['', t('Choose…')] as const]),
    ...podcasts.map(({ id, title }) => [id, title] as const),
    ...(hasNextPage ? [['more', t('More podcasts…')] as const] : []),
  ];
  const open = (id: string) => navigate(podcasts.some((one) => one.id === id) ? `/podcasts/${id}${section}` : '/');
  return <Choice className="field podcast-choice" label={t('Podcast')} value={listed ?? ''} options={options} onChange={open} />;
}

function Navigation({ path, podcast }: { readonly path: string; readonly podcast: string | undefined }) {
  const nav = useRef<HTMLElement>(null);
  // Narrow pages scroll the navigation sideways.
  useEffect(() => {
    void nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  const current = (keys: string, to: string) =>
    path === to ? 'page' : keys === 'g e' && path.startsWith('/episodes/') ? 'true' : undefined;
  return (
    <nav ref={nav} aria-label={t('Pages')}>
      <ul>
        {sectionsOf(podcast).map(({ keys, to, label }) => (
          <li key={to}>
            <Link href={to} aria-current={current(keys, to)}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Account({ podcast }: { readonly podcast: string | undefined }) {
  const { label, permissions } = useSession();
  const isReadOnly = !permissions.includes('update') && !permissions.includes('delete');
  return (
    <div className="account">
      <p>
        <bdi>{label ?? t('API token')}</bdi> {isReadOnly && <span className="tag">{t('Read only')}</span>}
      </p>
      <LanguageSwitch />
      <Shortcuts podcast={podcast} />
      <SignOut />
    </div>
  );
}
