import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { PARTS, titleOf } from '../../api/episodes.ts';
import { asDuration, Time } from '../../parts/format.ts';
import type { RowProps } from '../../parts/virtual-rows.tsx';
import { groupOf, isDue, timeLeft } from './groups.ts';
import { t } from '../../texts/language.ts';

export const TRANSCRIPTIONS: Readonly<Record<Episode['transcription'], string>> = {
  idle: t('No transcript'),
  transcribing: t('Being transcribed'),
  separating_speakers: t('Speakers being separated'),
};

type Props = {
  readonly episode: Episode;
  readonly now: number;
  readonly row: RowProps;
};

/** One episode: what it is, when it is released, and for each part whether it is there. */
export function EpisodeRow({ episode, now, row: { measure, index } }: Props) {
  const { id, duration_seconds: duration, transcription, transcript, chapters, video } = episode;
  const isUrgent = isDue(episode, now);
  return (
    <li className={isUrgent ? 'episode episode-due' : 'episode'} ref={measure} data-index={index}>
      <div className="episode-title">
        <Link href={`/episodes/${id}`} data-row="">
          <bdi>{titleOf(episode)}</bdi>
        </Link>
        <p className="row hint">
          <Release episode={episode} now={now} />
          {duration !== null && <span className="number">{asDuration(duration)}</span>}
          <Progress episode={episode} />
        </p>
      </div>
      <ul className="episode-parts" aria-label={t('Parts of {0}', titleOf(episode))}>
        <Part
          to={`/episodes/${id}/transcript`}
          has={transcript && t('{0|subtitle|subtitles}', transcript.segment_count)}
          lack={TRANSCRIPTIONS[transcription]}
        />
        <Part to={`/episodes/${id}/chapters`} has={chapters && t('{0|chapter|chapters}', chapters.count)} lack={t('No chapters')} />
        <Part
          to={`/episodes/${id}#video`}
          has={video && (video.duration_seconds === null ? t('Video') : t('Video, {0}', asDuration(video.duration_seconds)))}
          lack={t('No video')}
        />
      </ul>
    </li>
  );
}

/** When an episode is released, with the time that is left. */
export function Release({ episode, now }: { readonly episode: Episode; readonly now: number }) {
  const { published_at: at } = episode;
  if (at === null) return <span>{t('No date')}</span>;
  return (
    <>
      {groupOf(episode, now) === 'next' && (
        <span className={isDue(episode, now) ? 'tag tag-due' : 'tag'}>
          {isDue(episode, now) ? t('Due {0}', timeLeft(at, now)) : timeLeft(at, now)}
        </span>
      )}
      <Time at={at} />
    </>
  );
}

export function Progress({ episode: { missing } }: { readonly episode: Episode }) {
  return <span className="number">{t('{0} of {1} parts', PARTS.length - missing.length, PARTS.length)}</span>;
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
