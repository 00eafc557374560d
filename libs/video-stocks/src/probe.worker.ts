import { parentPort, workerData } from 'node:worker_threads';
import mediaInfo from 'mediainfo.js';

/** The size of the file and the most bytes of memory that reading it may take. */
const { size, mostMemory } = workerData as { readonly size: number; readonly mostMemory: number };

/** Bytes that are asked for at once. */
const CHUNK = 256 * 1024;

type Memory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number };
declare const WebAssembly: { readonly Memory: { readonly prototype: Memory } };

const port = parentPort;
if (!port) throw new Error('this is a thread');

// A heap limit does not bound WebAssembly: its memory is refused to grow, and what needed it fails as on a small machine.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (this: Memory, pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > mostMemory) throw new RangeError('no more memory');
  return grow.call(this, pages);
};

/** Asks the process, and waits for its answer. */
function ask<Answer>(question: unknown): Promise<Answer> {
  return new Promise((resolve) => {
    port?.once('message', resolve);
    port?.postMessage(question);
  });
}

const reader = await mediaInfo({ format: 'object', chunkSize: CHUNK });
await ask('ready'); // what goes wrong from here on, the container has done
const { media } = await reader.analyzeData(size, (length, from) => ask<Uint8Array>({ from, length }));
port.postMessage({ tracks: media?.track ?? [] });
