/** tus-js-client and nothing else, in chunks of the same size. FILE; PODCAST_API, PODCAST_TOKEN. */
import { createReadStream } from 'node:fs';
import { Upload } from 'tus-js-client';

const { PODCAST_API, PODCAST_TOKEN } = process.env;
const [, , file = ''] = process.argv;
new Upload(createReadStream(file), {
  endpoint: `${PODCAST_API}/api/v1/uploads`,
  headers: { Authorization: `Bearer ${PODCAST_TOKEN}` },
  metadata: { filename: 'long.mp4', filetype: 'video/mp4' },
  chunkSize: 64 * 1024 * 1024,
  onError: (error) => {
    throw error;
  },
}).start();
