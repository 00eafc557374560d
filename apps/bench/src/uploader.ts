/** A process that uploads with tus. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { serve } from './bench-child.ts';

type Upload = { port: number; path: string; token: string; bytes: number; chunk: number };

/** Zeros would be a hole to some stores. */
const chunks = new Map<number, Buffer>();

function chunkOf(length: number) {
  const made = chunks.get(length) ?? Buffer.alloc(length, 'the quick brown fox ');
  chunks.set(length, made);
  return made;
}

function send(
  { port, token }: Pick<Upload, 'port' | 'token'>,
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body?: Buffer,
): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const common = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0', 'Content-Length': body?.length ?? 0 };
    const sending = request({ host: '127.0.0.1', port, method, path, headers: { ...common, ...headers } });
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume().once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(response.headers);
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      });
    });
    sending.end(body);
  });
}

/** One upload, and its removal, which is not measured. */
async function upload(task: Upload) {
  const { path, bytes, chunk } = task;
  const began = performance.now();
  const { location = '' } = await send(task, 'POST', path, { 'Upload-Length': bytes });
  for (let offset = 0; offset < bytes; offset += chunk) {
    const body = chunkOf(Math.min(chunk, bytes - offset));
    await send(task, 'PATCH', location, { 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' }, body);
  }
  const milliseconds = performance.now() - began;
  await send(task, 'DELETE', location, {});
  return { milliseconds };
}

async function atOnce({ upload: one, count }: { upload: Upload; count: number }) {
  await Promise.all(Array.from({ length: count }, () => upload(one)));
}

serve({ upload, atOnce });
