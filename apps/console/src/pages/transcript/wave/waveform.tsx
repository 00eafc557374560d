import { wrap, type Remote } from 'comlink';
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { Cue } from '../cues/cue-edits.ts';
import type { audioReader } from './audio.worker.ts';
import { BARS_PER_SECOND, windowAround } from './peaks.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../texts/language.ts';

/** The lowest that browsers decode to: an hour of stereo takes 86 MB meanwhile. */
const DECODED_RATE = 3000;

type Props = { readonly src: string; readonly cue: Cue | undefined; readonly audio: RefObject<HTMLAudioElement | null> };
type Wave = { readonly state: 'none' | 'loading' } | { readonly state: 'failed'; readonly why: string } | { readonly peaks: Uint8Array };

/** The audio around a subtitle, drawn on request: the whole file is loaded for it. A press places the audio there. */
export function Waveform({ src, cue, audio }: Props) {
  const [wave, setWave] = useState<Wave>({ state: 'none' });
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const load = () => {
    setWave({ state: 'loading' });
    const made = new Worker(new URL('./audio.worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    void waveOf(src, wrap(made))
      .then(setWave)
      .finally(() => made.terminate());
  };
  if ('peaks' in wave) return <Picture peaks={wave.peaks} cue={cue} audio={audio} />;
  return (
    <>
      {wave.state === 'failed' && (
        <p className="field-error" role="alert">
          {wave.why}
        </p>
      )}
      <div>
        <Button disabled={wave.state === 'loading'} onClick={load}>
          {wave.state === 'loading' ? t('Loading…') : t('Show the waveform')}
        </Button>
      </div>
    </>
  );
}

async function waveOf(src: string, reader: Remote<typeof audioReader>): Promise<Wave> {
  const failed = (why: string): Wave => ({ state: 'failed', why });
  const file = await reader.read(src).catch(() => undefined);
  if (!file) return failed(t('There is no waveform: the server of the audio does not let this page read it (CORS), or cannot be reached.'));
  if ('status' in file) return failed(t('There is no waveform: the server of the audio answers {0}.', file.status));
  try {
    const decoded = await new OfflineAudioContext(1, 1, DECODED_RATE).decodeAudioData(file.bytes);
    return { peaks: await reader.peaksOf(decoded.getChannelData(0), decoded.sampleRate) };
  } catch {
    return failed(t('There is no waveform: this browser cannot decode the audio.'));
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

type Drawn = {
  readonly peaks: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly now: number;
};

function drawWave(canvas: HTMLCanvasElement, { peaks, from, to, startMs, endMs, now }: Drawn): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const [width, height] = [
    (canvas.width = canvas.clientWidth * devicePixelRatio),
    (canvas.height = canvas.clientHeight * devicePixelRatio),
  ];
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
