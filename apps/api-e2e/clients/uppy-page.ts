// A page that uploads with Uppy and @uppy/tus, unmodified. The test says where to and what, and reads `outcome`.
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

type Wanted = { endpoint: string; token: string; length: number; seed: number };
type Outcome = { progress: number; url?: string | undefined; error?: string };

declare global {
  var upload: (wanted: Wanted) => void;
  var outcome: Outcome;
}

/** The same bytes as `noise` of the tests. */
function noise(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let state = seed;
  for (let at = 0; at + 4 <= length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    view.setUint32(at, state, true);
  }
  return bytes;
}

globalThis.upload = ({ endpoint, token, length, seed }: Wanted) => {
  globalThis.outcome = { progress: 0 };
  const uppy = new Uppy({ autoProceed: true });
  uppy.use(Tus, { endpoint, headers: { Authorization: `Bearer ${token}` }, chunkSize: 2 * 1024 * 1024, retryDelays: [0, 200, 1000] });
  uppy.on('upload-progress', (_file, { bytesUploaded }) => (globalThis.outcome.progress = bytesUploaded));
  uppy.on('upload-success', (_file, { uploadURL }) => (globalThis.outcome.url = uploadURL));
  uppy.on('upload-error', (_file, error) => (globalThis.outcome.error = String(error)));
  const file = new File([noise(length, seed)], 'talk.mp4', { type: 'video/mp4', lastModified: 1_700_000_000_000 });
  uppy.addFile({ name: file.name, type: file.type, data: file });
};
