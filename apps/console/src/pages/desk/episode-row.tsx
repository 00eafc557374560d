import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { asDuration, counted } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';

const TRANSCRIPTION: Readonly<Record<Episode['transcription'], string>> = {
  idle: '',
  transcribing: 'Being transcribed',
  separating_speakers: 'Speakers being separated',
};

/** One episode: what it is, and for each part whether it is there. */
export function EpisodeRow({ episode }: { readonly episode: Episode }) {
  const { id, title, published_at: publishedAt, duration_seconds: duration, transcription, transcript, chapters, video } = episode;
  return (
    <li className="episode">
      <div className="episode-title">
        <Link href={`/episodes/${id}/transcript`}>
          <bdi>{title}</bdi>
        </Link>
        <p className="hint">
          {publishedAt === null ? <span className="tag">Not published</span> : <Time at={publishedAt} />}
          {duration !== null && <span className="number">{asDuration(duration)}</span>}
          {transcription !== 'idle' && <span className="tag tag-warn">{TRANSCRIPTION[transcription]}</span>}
        </p>
      </div>
      <ul className="episode-parts" aria-label={`Parts of ${title}`}>
        <Part
          to={`/episodes/${id}/transcript`}
          has={transcript && `${counted(transcript.segment_count, 'subtitle')}, ${transcript.format === 'srt' ? 'SRT' : 'WebVTT'}`}
          lack="No transcript"
        />
        <Part to={`/episodes/${id}/chapters`} has={chapters && counted(chapters.count, 'chapter')} lack="No chapters" />
        <Part
          to={`/podcasts/${episode.podcast_id}/videos`}
          has={video && (video.duration_seconds === null ? 'Video' : `Video, ${asDuration(video.duration_seconds)}`)}
          lack="No video"
        />
      </ul>
    </li>
  );
}

function Part({ to, has, lack }: { readonly to: string; readonly has: string | null; readonly lack: string }) {
  return (
    <li>
      <Link href={to} className={has === null ? 'part part-lacking' : 'part'}>
        {has ?? lack}
      </Link>
    </li>
  );
}
