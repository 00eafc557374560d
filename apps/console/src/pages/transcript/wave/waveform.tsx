import { useQuery } from '@tanstack/react-query';
import { wrap } from 'comlink';
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { Cue } from '../cues/cue-edits.ts';
import type { audioReader } from './audio.worker.ts';
import { BARS_PER_SECOND, windowAround } from './peaks.ts';
import { Button } from '../../../parts/controls.tsx';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/language.ts';

/** The lowest that browsers decode to: an hour of stereo takes 86 MB meanwhile. */
const DECODED_RATE = 3000;

type Props = { readonly src: string; readonly cue: Cue | undefined; readonly audio: RefObject<HTMLAudioElement | null> };

/** The audio around a subtitle, drawn on request: the whole file is loaded for it. A press places the audio there. */
export function Waveform({ src, cue, audio }: Props) {
  const wave = useQuery({ queryKey: ['wave', src], queryFn: ({ signal }) => peaksIn(src, signal), enabled: false, retry: false });
  if (wave.data) return <Picture peaks={wave.data} cue={cue} audio={audio} />;
  return (
    <>
      {wave.error && <Problem error={wave.error} />}
      <div>
        <Button disabled={wave.isFetching} onClick={() => void wave.refetch()}>
          {wave.isFetching ? t('Loading…') : t('Show the waveform')}
        </Button>
      </div>
    </>
  );
}

async function peaksIn(src: string, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker(new URL('./audio.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const reader = wrap<typeof audioReader>(worker);
  try {
    const file = await reader.read(src).catch(() => undefined);
    if (!file) throw new Error(t('There is no waveform: the server of the audio does not let this page read it (CORS), or refuses it.'));
    const decoded = await new OfflineAudioContext(1, 1, DECODED_RATE).decodeAudioData(file).catch(() => undefined);
    if (!decoded) throw new Error(t('There is no waveform: this browser cannot decode the audio.'));
    return await reader.peaksOf(decoded.getChannelData(0), decoded.sampleRate);
  } finally {
    worker.terminate();
  }
}

type PictureProps = Omit<Props, 'src'> & { readonly peaks: Uint8Array };

function Picture({ peaks, cue, audio }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { startMs = 0, endMs = 0 } = cue ?? {};
  const shown = windowAround(startMs / 1000, endMs / 1000);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () =>
      drawWave(element, { peaks, ...windowAround(startMs / 1000, endMs / 1000), startMs, endMs, now: audio.current?.currentTime ?? 0 });
    draw();
    const [observer, end] = [new ResizeObserver(draw), new AbortController()];
    observer.observe(element);
    // They do not bubble; and the player may be another one meanwhile, of the video.
    for (const event of ['timeupdate', 'seeking']) document.addEventListener(event, draw, { capture: true, signal: end.signal });
    return () => {
      observer.disconnect();
      end.abort();
    };
  }, [peaks, audio, startMs, endMs]);
  const seek = ({ clientX, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    place(audio.current, shown.from + ((clientX - left) / width) * (shown.to - shown.from));
  };
  return (
    <figure>
      <canvas ref={canvas} className="waveform" aria-hidden="true" onPointerDown={seek} />
      <figcaption className="hint">{t('A press places the audio; I and O set the times of the subtitle from it.')}</figcaption>
    </figure>
  );
}

function place(player: HTMLAudioElement | null, seconds: number): void {
  if (!player) return;
  player.preload = 'metadata'; // until it is loaded nothing tells that the time has changed
  player.currentTime = seconds;
}

type Drawn = { readonly peaks: Uint8Array } & Readonly<Record<'from' | 'to' | 'startMs' | 'endMs' | 'now', number>>;

function drawWave(canvas: HTMLCanvasElement, { peaks, from, to, startMs, endMs, now }: Drawn): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const width = (canvas.width = canvas.clientWidth * devicePixelRatio);
  const height = (canvas.height = canvas.clientHeight * devicePixelRatio);
  const x = (seconds: number) => ((seconds - from) / (to - from)) * width;
  context.fillStyle = style.outlineColor; // the subtitle, on the ground of the sheet
  context.fillRect(x(startMs / 1000), 0, x(endMs / 1000) - x(startMs / 1000), height);
  context.fillStyle = style.color;
  const bar = x(from + 1 / BARS_PER_SECOND);
  for (let at = Math.floor(from * BARS_PER_SECOND); at < to * BARS_PER_SECOND; at++) {
    const loud = Math.max(1, ((peaks[at] ?? 0) / 255) * height);
    context.fillRect(x(at / BARS_PER_SECOND), (height - loud) / 2, Math.max(1, bar - 1), loud);
  }
  context.fillStyle = style.caretColor;
  context.fillRect(x(now), 0, 2 * devicePixelRatio, height);
}
