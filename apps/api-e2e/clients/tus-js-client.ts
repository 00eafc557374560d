// `node tus-js-client.ts FILE URLS`: an uploader as somebody would write it with tus-js-client. It remembers in URLS
// where it uploads to and goes on there. BASE_URL, TOKEN. Tells its progress on stdout, one JSON a line.
import { createReadStream, statSync } from 'node:fs';
import * as tus from 'tus-js-client';

// The type definitions describe the browser's build alone.
const { FileUrlStorage, Upload } = tus as unknown as {
  FileUrlStorage: new (file: string) => tus.UrlStorage;
  Upload: new (file: unknown, options: tus.UploadOptions) => tus.Upload;
};

const [file = '', urls = ''] = process.argv.slice(2);
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const upload = new Upload(createReadStream(file), {
  endpoint: `${process.env.BASE_URL}/api/v1/uploads`,
  headers: { Authorization: `Bearer ${process.env.TOKEN}` },
  metadata: { filename: 'talk.mp4', filetype: 'video/mp4' },
  uploadSize: statSync(file).size,
  chunkSize: 4 * 1024 * 1024,
  // Two minutes of them: a test starts an api meanwhile, which takes long on a busy machine.
  retryDelays: [0, 100, 500, 1000, 2000, ...Array<number>(40).fill(3000)],
  urlStorage: new FileUrlStorage(urls),
  fingerprint: () => Promise.resolve(file),
  onAfterResponse: (request, response) => void tell({ method: request.getMethod(), status: response.getStatus() }),
  onError: (error) => {
    tell({ error: String(error) });
    process.exitCode = 1;
  },
  onSuccess: () => tell({ url: upload.url }),
});
const [previous] = await upload.findPreviousUploads();
if (previous) upload.resumeFromPreviousUpload(previous);
tell({ resumed: previous !== undefined });
upload.start();
