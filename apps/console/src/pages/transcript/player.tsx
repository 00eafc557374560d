import { useEffect, useState, type RefObject } from 'react';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/transcript.ts';
import { Rich } from '../../parts/rich.tsx';
import { Check } from '../../parts/form.tsx';

type Props = {
  readonly src: string;
  readonly editor: TranscriptEditor | undefined;
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly onSeeksOnClick: (seeks: boolean) => void;
  readonly onPlayFromCursor: () => void;
};

/** The audio beside the text: the subtitle that is spoken is lit up. The file itself is played, not the address that counts downloads. */
export function Player({ src, editor, audio, onSeeksOnClick, onPlayFromCursor }: Props) {
  const [caption, setCaption] = useState('');
  const [isPlaying, setPlaying] = useState(false);
  const [isFollowing, setFollowing] = useState(true);
  const [hasFailed, setFailed] = useState(false);

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
    <section aria-label={t.audio} className="stack">
      <audio
        ref={audio}
        controls
        preload="none"
        src={src}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onSeeked={({ currentTarget }) => setCaption(editor?.lightUp(currentTarget.currentTime, isFollowing) ?? '')}
        onLoadedMetadata={() => setFailed(false)}
        onError={() => setFailed(true)}
      />
      {hasFailed && (
        <p className="field-error" role="alert">
          <Rich of={t.cannotPlay(<bdi>{src}</bdi>)} />
        </p>
      )}
      <p className="caption" dir="auto">
        {caption === '' ? <span className="muted">{t.noCaption}</span> : caption}
      </p>
      <Options onPlayFromCursor={onPlayFromCursor} onFollowing={setFollowing} onSeeksOnClick={onSeeksOnClick} />
    </section>
  );
}

type OptionsProps = Pick<Props, 'onPlayFromCursor' | 'onSeeksOnClick'> & { readonly onFollowing: (follows: boolean) => void };

function Options({ onPlayFromCursor, onFollowing, onSeeksOnClick }: OptionsProps) {
  return (
    <div className="row">
      <Button onClick={onPlayFromCursor}>{t.play}</Button>
      <Check label={t.scroll} defaultChecked onChange={onFollowing} />
      <Check label={t.seek} defaultChecked onChange={onSeeksOnClick} />
    </div>
  );
}
