import { getPriority, setPriority } from 'node:os';
import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import mediaInfo from 'mediainfo.js';
import type { MediaTimes, ReadableFile } from './matroska.js';
import type { Track } from './probe-outcome.js';

/** The size of the file, and the most bytes of memory that MediaInfo may take. */
const { size, maxMemory } = workerData as { readonly size: number; readonly maxMemory: number };

/** Bytes of one read. */
const CHUNK_BYTES = 128 * 1024;
const PAGE_BYTES = 65_536;

/** Niceness of the thread: beside work of the process's own priority it gets a tenth of a processor. */
const NICENESS = 10;

const port = parentPort;
if (!port) throw new Error('this is a thread');

// Reading containers gives way to requests and deliveries. Only on Linux does a thread have a priority of its own.
if (process.platform === 'linux') setPriority(Math.max(NICENESS, getPriority()));

// The heap limit of a thread does not bound WebAssembly. The flag counts for the whole process, which runs no other
// WebAssembly that needs as much.
setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(maxMemory / PAGE_BYTES)}`);

// The extension is `.js` when compiled and `.ts` from the sources: Node.js does not map one to the other in a thread.
const type = extname(import.meta.url);
const { matroskaTimes } = (await import(`./matroska${type}`)) as typeof import('./matroska.js');
const { mp4Times } = (await import(`./mp4${type}`)) as typeof import('./mp4.js');
const { containerOf } = (await import(`./probe-outcome${type}`)) as typeof import('./probe-outcome.js');

/** Sends a question to the main thread and waits for the answer, one at a time: answers do not say what they answer. */
function ask<Answer>(question: unknown): Promise<Answer> {
  return new Promise((resolve) => {
    port?.once('message', resolve);
    port?.postMessage(question);
  });
}

let lastRead: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
const file: ReadableFile = {
  size,
  read: (from, length) => (lastRead = lastRead.then(() => ask<Uint8Array>({ from, length }))),
};

/** When the pictures begin and end; undefined for containers without an index or timestamps. */
async function timesOf(tracks: readonly Track[]): Promise<MediaTimes | undefined> {
  const container = containerOf(tracks);
  if (container === 'mp4') return mp4Times(file);
  return container === 'matroska' ? matroskaTimes(file) : undefined;
}

const reader = await mediaInfo({ format: 'object', chunkSize: CHUNK_BYTES });
await ask('ready'); // failures from here on are caused by the container
const { media } = await reader.analyzeData(size, (length, from) => file.read(from, length));
const tracks = (media?.track ?? []) as Track[];
port.postMessage({ tracks, times: await timesOf(tracks) });
