import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import type { Episode } from '../../api/api.ts';
import { publicationQuery } from '../../api/podcasts.ts';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { play } from './use-editor.ts';
import { Button, Check } from '../../parts/controls.tsx';
import { rich, t } from '../../texts/language.ts';

type Props = {
  readonly episode: Episode;
  readonly editor: TranscriptEditor | undefined;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly onSeeksOnClick: (seeks: boolean) => void;
};

/**
 * The video, where it is public, or the audio beside the text. The audio file itself is played, not the address that
 * counts downloads.
 */
export function Player({ episode, editor, audio, onSeeksOnClick }: Props) {
  const video = usePublicVideo(episode);
  const [isFollowing, setFollowing] = useState(true);
  const isVideo = video !== undefined;
  const src = video ?? episode.audio_url;
  if (src === null) return <p className="hint">{t('This episode has no audio.')}</p>;
  return (
    <section aria-label={isVideo ? t('Video') : t('Audio')} className="stack">
      <Media key={src} {...{ src, isVideo, editor, audio, isFollowing }} />
      <div className="row">
        <Button onClick={() => play(audio.current, editor?.startAt() ?? 0)}>{t('Play from the cursor')}</Button>
        <Check label={t('Scroll with the audio')} defaultChecked onChange={setFollowing} />
        <Check label={t('A click on a line seeks')} defaultChecked onChange={onSeeksOnClick} />
      </div>
    </section>
  );
}

type MediaProps = Pick<Props, 'editor' | 'audio'> & {
  readonly src: string;
  readonly isVideo: boolean;
  readonly isFollowing: boolean;
};

/** Plays, and lights up the subtitle that is spoken. */
function Media({ src, isVideo, editor, audio, isFollowing }: MediaProps) {
  const [caption, setCaption] = useState('');
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const Element = (isVideo ? 'video' : 'audio') as 'audio';

  // At every frame while it plays: the browser tells the time four times a second only.
  useEffect(() => {
    if (!isPlaying || !editor) return;
    const tick = () => {
      setCaption(editor.lightUp(audio.current?.currentTime ?? 0, isFollowing));
      frame = requestAnimationFrame(tick);
    };
    let frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isFollowing, editor, audio]);

  return (
    <>
      <Element
        ref={audio}
        controls
        preload={isVideo ? 'metadata' : 'none'} // a first picture
        src={src}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onSeeked={({ currentTarget }) => setCaption(editor?.lightUp(currentTarget.currentTime, isFollowing) ?? '')}
        onLoadedMetadata={() => setFailed(false)}
        onError={() => setFailed(true)}
      />
      {hasFailed && (
        <p className="field-error" role="alert">
          {rich('It cannot be played. Its address is {0}', <bdi>{src}</bdi>)}
        </p>
      )}
      <p className="caption" dir="auto">
        {caption}
      </p>
    </>
  );
}

/** The public address of the video: it needs no token, which a player could not send. */
function usePublicVideo({ podcast_id: podcast, published_at: at, download_url: base, video }: Episode): string | undefined {
  const [now] = useState(Date.now);
  const isOut = video !== null && at !== null && Date.parse(at) <= now;
  const { data } = useQuery({ ...publicationQuery(podcast), enabled: isOut });
  return isOut && data?.public ? `${base}/video` : undefined;
}
