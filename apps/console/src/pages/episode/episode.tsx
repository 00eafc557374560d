import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { asDuration, Time } from '../../parts/format.ts';
import { Progress, Release, TRANSCRIPTIONS } from '../desk/episode-row.tsx';
import { Addresses } from './addresses.tsx';
import './episode.css';
import { FirstDays } from './first-days.tsx';
import { Video } from './video.tsx';
import { t } from '../../texts/language.ts';

/** All of one episode: its parts, its first days, and where it can be found. */
export function EpisodeOverview({ episode: id }: { readonly episode: string }) {
  return <EpisodePage episode={id}>{(episode) => <Overview episode={episode} />}</EpisodePage>;
}

function Overview({ episode }: { readonly episode: Episode }) {
  // The desk links to the video of an episode.
  useEffect(() => {
    void document.getElementById(location.hash.slice(1))?.scrollIntoView(); // some browsers return a promise
  }, []);
  return (
    <div className="stack">
      <Facts episode={episode} />
      <div className="cards">
        <Texts episode={episode} />
        <section id="video" className="sheet stack" aria-label={t('Video')}>
          <h2>{t('Video')}</h2>
          <Video episode={episode} />
        </section>
      </div>
      <FirstDays episode={episode} />
      <Addresses episode={episode} />
    </div>
  );
}

function Facts({ episode }: { readonly episode: Episode }) {
  const { guid, duration_seconds: duration } = episode;
  const [now] = useState(Date.now);
  return (
    <p className="row">
      <Release episode={episode} now={now} />
      {duration !== null && <span className="number">{asDuration(duration)}</span>}
      <Progress episode={episode} />
      {guid !== null && (
        <span className="muted">
          {t('GUID')} <code>{guid}</code>
        </span>
      )}
    </p>
  );
}

function Texts({ episode: { id, transcript, transcription, chapters } }: { readonly episode: Episode }) {
  const text = transcript && (
    <>
      {t('{0|subtitle|subtitles}', transcript.segment_count)}, {transcript.format === 'srt' ? 'SRT' : 'WebVTT'},{' '}
      <Time at={transcript.uploaded_at} />
    </>
  );
  const list = chapters && (
    <>
      {t('{0|chapter|chapters}', chapters.count)}, <Time at={chapters.uploaded_at} />
    </>
  );
  return (
    <>
      <Part title={t('Transcript')} has={text ?? TRANSCRIPTIONS[transcription]} to={`/episodes/${id}/transcript`}>
        {t('Edit the transcript')}
      </Part>
      <Part title={t('Chapters')} has={list ?? t('No chapters')} to={`/episodes/${id}/chapters`}>
        {t('Edit the chapters')}
      </Part>
    </>
  );
}

type PartProps = { readonly title: string; readonly has: ReactNode; readonly to: string; readonly children: string };

function Part({ title, has, to, children }: PartProps) {
  return (
    <section className="sheet stack" aria-label={title}>
      <h2>{title}</h2>
      <p>{has}</p>
      <Link className="button" href={to}>
        {children}
      </Link>
    </section>
  );
}
