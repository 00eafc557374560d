import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { asDuration } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { Progress, Release } from '../desk/episode-row.tsx';
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
        <Part id="video" title={t('Video')}>
          <Video episode={episode} />
        </Part>
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
  return (
    <>
      <Part id="transcript" title={t('Transcript')}>
        {transcript ? (
          <p>
            {t('{0|subtitle|subtitles}', transcript.segment_count)}, {transcript.format === 'srt' ? 'SRT' : 'WebVTT'},{' '}
            <Time at={transcript.uploaded_at} />
          </p>
        ) : (
          <p className="muted">{transcription === 'idle' ? t('None yet.') : t('It is being made; an upload has to wait.')}</p>
        )}
        <Link className="button" href={`/episodes/${id}/transcript`}>
          {transcript ? t('Edit the transcript') : t('Add a transcript')}
        </Link>
      </Part>
      <Part id="chapters" title={t('Chapters')}>
        {chapters ? (
          <p>
            {t('{0|chapter|chapters}', chapters.count)}, <Time at={chapters.uploaded_at} />
          </p>
        ) : (
          <p className="muted">{t('None yet.')}</p>
        )}
        <Link className="button" href={`/episodes/${id}/chapters`}>
          {chapters ? t('Edit the chapters') : t('Add chapters')}
        </Link>
      </Part>
    </>
  );
}

function Part({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section id={id} className="sheet stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
