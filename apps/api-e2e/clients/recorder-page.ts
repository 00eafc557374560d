// A page that records its own pictures with MediaRecorder and uploads them, as a studio in the browser does.
import { createClient } from '@app/client';

type Wanted = { readonly baseUrl: string; readonly token: string; readonly seconds: number };
type Recorded = { readonly upload: string; readonly lastedMs: number };

declare global {
  var record: (wanted: Wanted) => Promise<Recorded>;
}

globalThis.record = async ({ baseUrl, token, seconds }) => {
  const canvas = document.body.appendChild(document.createElement('canvas'));
  const pen = canvas.getContext('2d');
  const painting = setInterval(() => {
    if (!pen) return;
    pen.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }, 40);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  const began = performance.now();
  recorder.start(500);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  recorder.stop();
  await stopped;
  const lastedMs = performance.now() - began;
  clearInterval(painting);
  const { id } = await createClient({ baseUrl, token }).upload(new File(pieces, 'recording.webm', { type: 'video/webm' }));
  return { upload: id, lastedMs };
};
