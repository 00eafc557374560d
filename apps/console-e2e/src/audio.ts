import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RATE = 8000;

/** Silence as WAV, with a click in each second. */
function silence(seconds: number): Buffer {
  const samples = RATE * seconds;
  const file = Buffer.alloc(44 + samples, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let second = 0; second < seconds; second++) file.fill(255, 44 + second * RATE, 44 + second * RATE + 800);
  return file;
}

/** Ten seconds of pictures; undefined where there is no ffmpeg. */
function pictures(): Buffer | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'film-'));
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=10', '-c:v', 'libvpx', 'film.webm'];
  try {
    return spawnSync('ffmpeg', args, { cwd: dir }).status === 0 ? readFileSync(join(dir, 'film.webm')) : undefined;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** A media host of another origin for an episode's audio and a video, which without ffmpeg has sound alone. */
export async function serveAudio(): Promise<{ readonly url: string; readonly film: string; readonly close: () => void }> {
  const sound = silence(60);
  const film = pictures();
  const server: Server = createServer((request, response) => {
    const file = film && request.url === '/film.webm' ? film : sound;
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const first = Number(from ?? 0);
    const last = to ? Number(to) : file.length - 1;
    response.writeHead(from === undefined ? 200 : 206, {
      'Content-Type': file === film ? 'video/webm' : 'audio/wav',
      'Accept-Ranges': 'bytes',
      'Access-Control-Allow-Origin': '*',
      'Content-Length': last - first + 1,
      ...(from === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${file.length}` }),
    });
    response.end(file.subarray(first, last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/one.wav`;
  return {
    url,
    film: film ? `http://127.0.0.1:${port}/film.webm` : url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
