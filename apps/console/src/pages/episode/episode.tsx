import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { asDuration, counted } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { Progress, Release } from '../desk/episode-row.tsx';
import { Addresses } from './addresses.tsx';
import './episode.css';
import { FirstDays } from './first-days.tsx';
import { Video } from './video.tsx';

/** All of one episode: its parts, its first days, and where it can be found. */
export function EpisodeOverview({ episode: id }: { readonly episode: string }) {
  return <EpisodePage episode={id}>{(episode) => <Overview episode={episode} />}</EpisodePage>;
}

function Overview({ episode }: { readonly episode: Episode }) {
  // The desk links to the video of an episode.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <div className="stack">
      <Facts episode={episode} />
      <div className="parts">
        <Texts episode={episode} />
        <Part title="Video">
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
    <p className="row overview">
      <Release episode={episode} now={now} />
      {duration !== null && <span className="number">{asDuration(duration)}</span>}
      <Progress episode={episode} />
      {guid !== null && (
        <span className="muted">
          GUID <code>{guid}</code>
        </span>
      )}
    </p>
  );
}

function Texts({ episode: { id, transcript, transcription, chapters } }: { readonly episode: Episode }) {
  return (
    <>
      <Part title="Transcript">
        {transcript ? (
          <p>
            {counted(transcript.segment_count, 'subtitle')}, {transcript.format === 'srt' ? 'SRT' : 'WebVTT'},{' '}
            <Time at={transcript.uploaded_at} />
          </p>
        ) : (
          <p className="muted">{transcription === 'idle' ? 'None yet.' : 'It is being made; an upload has to wait.'}</p>
        )}
        <Link className="button" href={`/episodes/${id}/transcript`}>
          {transcript ? 'Edit the transcript' : 'Add a transcript'}
        </Link>
      </Part>
      <Part title="Chapters">
        {chapters ? (
          <p>
            {counted(chapters.count, 'chapter')}, <Time at={chapters.uploaded_at} />
          </p>
        ) : (
          <p className="muted">None yet.</p>
        )}
        <Link className="button" href={`/episodes/${id}/chapters`}>
          {chapters ? 'Edit the chapters' : 'Add chapters'}
        </Link>
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section id={title.toLowerCase()} className="sheet stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
