import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { anMp4, fileType, movie } from '@app/media';
import { afterAll, describe, expect, it } from '@jest/globals';
import { PROBE_LIMITS, probe, ReadError, type MediaFile } from './probe.js';
import { outcomeOf, type ProbeOutcome, type Track } from './probe-outcome.js';

/** The whole time decides only where a test says so: a thread of low priority waits long on a busy machine. */
const LIMITS = { ...PROBE_LIMITS, milliseconds: 600_000 };

const dir = mkdtempSync(join(tmpdir(), 'probe-'));

/** A thread that does this, in the place of ours. */
const thread = (does: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${does}`)}`);
const onceReady = (does: string) => thread(`parentPort.on('message', () => { ${does} }); parentPort.postMessage('ready')`);

/** Probes in little time. A busy machine may not start the thread in that: then in twice as much. */
async function inTime(work: (limits: typeof PROBE_LIMITS) => Promise<ProbeOutcome>, milliseconds = 1000): Promise<ProbeOutcome> {
  try {
    return await work({ ...PROBE_LIMITS, milliseconds });
  } catch (error) {
    if (!String(error).includes('did not start') || milliseconds > 30_000) throw error;
    return inTime(work, milliseconds * 2);
  }
}

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Probes a file and counts what is read of it. */
async function probeFile(path: string): Promise<{ outcome: ProbeOutcome; bytes: number; reads: number }> {
  const file = await open(path);
  let [bytes, reads] = [0, 0];
  try {
    const read = async (from: number, length: number) => {
      const got = await file.read(new Uint8Array(length), 0, length, from);
      bytes += got.bytesRead;
      reads += 1;
      return got.buffer.subarray(0, got.bytesRead);
    };
    return { outcome: await probe({ size: (await stat(path)).size, read }, { limits: LIMITS }), bytes, reads };
  } finally {
    await file.close();
  }
}

const of = (bytes: Uint8Array): MediaFile => ({
  size: bytes.length,
  read: (from, length) => Promise.resolve(Uint8Array.from(bytes.subarray(from, from + length))),
});
const probeBytes = (bytes: Uint8Array) => probe(of(bytes), { limits: LIMITS });
const never = () => new Promise<never>(() => undefined);
const unreadable = { failure: 'unreadable_media' };
const noVideo = { failure: 'no_video_track' };
const endedBy = (cause: string) => ({
  failure: 'unreadable_media',
  cause: expect.objectContaining({ message: expect.stringContaining(cause) as unknown }) as unknown,
});

describe('the duration', () => {
  it.each([
    [61.4, 61],
    [61.6, 62],
    [0.2, 1],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ])('the duration of a video of %d s is %i', async (seconds, durationSeconds) => {
    expect(await probeBytes(anMp4({ seconds }))).toEqual({ durationSeconds });
  });

  it.each([0, 2 ** 31 + 5])('a video of %d s is unreadable', async (seconds) =>
    expect(await probeBytes(anMp4({ seconds }))).toEqual(unreadable),
  );

  it.each<[string, Track[], ProbeOutcome]>([
    ['of the video track, not of the container', [{ '@type': 'General', Format: 'MPEG-TS', Duration: 9 }, { '@type': 'Video', Duration: 7.4 }], { durationSeconds: 7 }],
    ['of the container, when the track tells none', [{ '@type': 'General', Format: 'MPEG-TS', Duration: 9 }, { '@type': 'Video' }], { durationSeconds: 9 }],
    ['that is negative makes it unreadable', [{ '@type': 'General', Format: 'MPEG-TS' }, { '@type': 'Video', Duration: -5 }], { failure: 'unreadable_media' }],
    ['that is no number makes it unreadable', [{ '@type': 'General', Format: 'MPEG-TS' }, { '@type': 'Video', Duration: Number.NaN }], { failure: 'unreadable_media' }],
    ['of a picture is none', [{ '@type': 'General', Format: 'JPEG' }, { '@type': 'Image' }], { failure: 'no_video_track' }],
  ])('%s', (_, tracks, outcome) => expect(outcomeOf(tracks)).toEqual(outcome)); // prettier-ignore
});

it('a file of 50 GiB with its index at the end is read in a few pieces', async () => {
  const path = join(dir, 'large.mp4');
  const size = 50 * 1024 ** 3;
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write('mdat', 4);
  head.writeBigUInt64BE(BigInt(size), 8);
  await writeFile(path, Buffer.concat([fileType(), head]));
  await truncate(path, fileType().length + size); // a hole: no such disk is needed
  const file = await open(path, 'r+');
  await file.write(movie({ seconds: 36_000 }), 0, undefined, fileType().length + size);
  await file.close();
  const { outcome, bytes } = await probeFile(path);
  expect(outcome).toEqual({ durationSeconds: 36_000 });
  expect(bytes).toBeLessThan(4 * 1024 * 1024);
});

describe('a file that is no video fails, and nothing else does', () => {
  it.each([
    ['nothing', Buffer.alloc(0), unreadable],
    ['a text', Buffer.from('hello world\n'.repeat(500)), unreadable],
    ['sound alone', anMp4({ seconds: 5, track: 'sound' }), noVideo],
    ['zeros', Buffer.alloc(100_000), unreadable],
    ['a file without its index', anMp4({ seconds: 5 }).subarray(0, 30), unreadable],
  ])('%s', async (_, bytes, outcome) => expect(await probeBytes(bytes)).toEqual(outcome));

  it('a box that claims more than there is, and boxes within boxes without end', async () => {
    const claims = anMp4({ seconds: 5 });
    claims.writeUInt32BE(0xfffffff0, fileType().length);
    let nested = Buffer.from('x');
    for (let level = 0; level < 20_000; level++) {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(nested.length + 8, 0);
      head.write('moov', 4);
      nested = Buffer.concat([head, nested]);
    }
    expect(await probeBytes(claims)).toEqual(unreadable);
    expect(await probeBytes(Buffer.concat([fileType(), nested]))).toMatchObject(unreadable);
  });

  it('random bytes in the shape of a container are refused as no video', async () => {
    const plain = anMp4({ seconds: 5 });
    for (let round = 0; round < 12; round++) {
      const bytes = Buffer.from(plain);
      for (let at = 0; at < 20; at++) bytes[Math.floor(((round * 7919 + at * 104_729) % 1000) / 1000 * bytes.length)] = (round * 31 + at * 17) % 256; // prettier-ignore
      const outcome = await probeBytes(bytes);
      expect('failure' in outcome || outcome.durationSeconds >= 1).toBe(true);
    }
  });

  it('a file fails as what is no video when it takes too long, or reads too much', async () => {
    const endless: MediaFile = { size: 40 * 1024 ** 3, read: (from, length) => Promise.resolve(new Uint8Array(length).fill(from % 251)) };
    expect(await probe(endless, { limits: { ...LIMITS, bytes: 1_000_000 } })).toEqual(endedBy('bytes'));
    const limits = { ...LIMITS, processorMilliseconds: 1000 };
    expect(await probe(endless, { limits, code: onceReady('for (;;);') })).toEqual(endedBy('1000 ms of processor time'));
  });

  const readsAndReads = onceReady('parentPort.postMessage({ from: 0, length: 1 })');

  it('a file fails as what is no video when it is read too often', async () => {
    const limits = { ...LIMITS, reads: 50 };
    expect(await probe(of(anMp4({ seconds: 5 })), { limits, code: readsAndReads })).toEqual(endedBy('more than 50 reads'));
  });

  it('a file fails when it is read so often that a storage which answers does not return it in time', async () => {
    let left = 10;
    const read: MediaFile['read'] = () => ((left -= 1) > 0 ? Promise.resolve(new Uint8Array(1)) : never());
    const probing = inTime((limits) => probe({ size: 1, read }, { limits: { ...limits, repeatableReads: 5 }, code: readsAndReads }), 5000);
    expect(await probing).toEqual(endedBy('10 reads were not enough'));
  });

  it('a file fails as what is no video when it needs more memory than it gets', async () => {
    const large = of(anMp4({ seconds: 36_000, samples: 1_100_000 })); // ten hours of 30 pictures a second
    expect(await probe(large, { limits: LIMITS })).toEqual({ durationSeconds: 36_000 });
    expect(await probe(large, { limits: { ...LIMITS, memory: 40 * 1024 * 1024 } })).toEqual(endedBy('Aborted'));
  });

  it.each([
    ['throws', 'throw new Error("cut off")', 'cut off'],
    ['ends', 'process.exit(3)', 'the thread ended with status 3'],
  ])('a file fails as what is no video when it makes the thread fail: it %s', async (_, fate, message) => {
    expect(await probe(of(anMp4({ seconds: 5 })), { code: onceReady(fate) })).toEqual(endedBy(message));
  });
});

describe('a fault that is not the file’s is an error, to be tried again', () => {
  const file = of(anMp4({ seconds: 5 }));

  it('a probe fails with a read that fails', async () => {
    const reading = probe({ ...file, read: () => Promise.reject(new Error('away')) });
    await expect(reading).rejects.toThrow(ReadError);
  });

  it('a probe does not wait for a read that never answers', async () => {
    const given: AbortSignal[] = [];
    const read: MediaFile['read'] = (_from, _length, signal) => (given.push(signal), never());
    const reading = probe({ ...file, read }, { limits: { ...LIMITS, answerMilliseconds: 100 } });
    await expect(reading).rejects.toThrow(ReadError);
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('a read that is outstanding at the end of the time', async () => {
    const code = onceReady('parentPort.postMessage({ from: 0, length: 1 })');
    await expect(inTime((limits) => probe({ ...file, read: never }, { limits, code }))).rejects.toThrow(ReadError);
  });

  it.each([
    ['lacks a part of it', 'throw new Error("MediaInfoModule.wasm is not there")'],
    ['ends at once', 'process.exit(1)'],
  ])('a probe fails when its thread %s before it is ready', async (_, fate) => {
    await expect(probe(file, { code: thread(fate) })).rejects.toThrow('did not start');
  });

  it('a container that is not read in time though it has used little processor time, as on a busy machine', async () => {
    const code = onceReady('setInterval(() => {}, 1000)');
    await expect(inTime((limits) => probe(file, { limits, code }))).rejects.toThrow('the machine is busy');
  });

  it('a thread that is not ready in time', async () => {
    const starting = probe(file, { code: thread('setInterval(() => {}, 1000)'), limits: { ...PROBE_LIMITS, milliseconds: 300 } });
    await expect(starting).rejects.toThrow('did not start');
  });
});

if (process.platform !== 'linux') console.info('Threads have a priority of their own on Linux alone: it is not tried.');
else {
  it('a container is read at a lower priority than everything else in the process', async () => {
    const asked = Promise.withResolvers<void>();
    const stopping = new AbortController();
    const probing = probe({ size: 1000, read: () => (asked.resolve(), never()) }, { signal: stopping.signal });
    await asked.promise;
    const own = getPriority();
    const niceness = readdirSync('/proc/self/task').map((id) => Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').replace(/.*\) /, '').split(' ')[16])); // prettier-ignore
    expect(niceness.filter((one) => one === Math.max(10, own))).toHaveLength(1);
    expect(niceness.filter((one) => one === own).length).toBeGreaterThan(1);
    stopping.abort(new Error('seen'));
    await expect(probing).rejects.toThrow('seen');
  });
}

it('a read of the storage is aborted when the worker ends', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const stopping = new AbortController();
  const read: MediaFile['read'] = (_from, _length, signal) => (asked.resolve(signal), never());
  const probing = probe({ size: 1000, read }, { limits: LIMITS, signal: stopping.signal });
  const given = await asked.promise;
  stopping.abort(new Error('the worker ends'));
  await expect(probing).rejects.toThrow('the worker ends');
  expect(given.aborted).toBe(true);
});

it('a container is left at once when the worker ends', async () => {
  const stopping = new AbortController();
  const probing = probe({ size: 1000, read: never }, { signal: stopping.signal });
  setTimeout(() => stopping.abort(new Error('the worker ends')), 200);
  await expect(probing).rejects.toThrow('the worker ends');
});

if (spawnSync('ffmpeg', ['-version']).status !== 0) console.info('ffmpeg is not on the PATH: real media are not tried.');
else {
  describe('real media', () => {
    const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=7.4'];
    const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=7.4'];
    const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const seven = { durationSeconds: 7 };

    function make(name: string, args: readonly string[]): string {
      const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, name], { cwd: dir, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return join(dir, name);
    }

    it.each([
      ['end.mp4', [...VIDEO, ...SOUND, ...H264], seven], // ffmpeg writes the index behind the pictures
      ['start.mp4', [...VIDEO, ...SOUND, ...H264, '-movflags', 'faststart'], seven],
      [
        'fragmented.mp4',
        [...VIDEO, ...H264, '-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-frag_duration', '1000000'],
        seven,
      ],
      ['a.mov', [...VIDEO, ...SOUND, ...H264], seven],
      ['a.mkv', [...VIDEO, ...SOUND, ...H264], seven],
      ['a.webm', [...VIDEO, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libopus'], seven],
      ['sound.m4a', [...SOUND, '-c:a', 'aac'], noVideo],
      ['sound.mp3', [...SOUND], noVideo],
      ['picture.png', [...VIDEO, '-frames:v', '1'], noVideo],
      ['picture.jpg', [...VIDEO, '-frames:v', '1'], noVideo],
    ])('%s', async (name, args, outcome) => expect((await probeFile(make(name, args))).outcome).toEqual(outcome));

    const LONG_SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=20'];
    const VP8 = ['-c:v', 'libvpx', '-c:a', 'libopus'];
    const FRAGMENTS = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4'];

    /** Through a pipe: nobody can go back and write a duration into the head. */
    function stream(name: string, args: readonly string[]): string {
      const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, '-'], { cwd: dir, maxBuffer: 1e9 });
      if (status !== 0) throw new Error(String(stderr));
      writeFileSync(join(dir, name), stdout);
      return join(dir, name);
    }

    it.each([
      ['a WebM', [...VIDEO, ...SOUND, ...VP8, '-f', 'webm'], seven],
      ['a WebM of clusters without a length, as browsers record it', [...VIDEO, ...SOUND, ...VP8, '-live', '1', '-f', 'webm'], seven],
      ['a WebM whose sound is longer', [...VIDEO, ...LONG_SOUND, ...VP8, '-f', 'webm'], seven],
      ['a Matroska', [...VIDEO, ...SOUND, ...H264, '-f', 'matroska'], seven],
      ['a fragmented mp4', [...VIDEO, ...SOUND, ...H264, ...FRAGMENTS], seven],
      ['a WebM without pictures', [...SOUND, '-c:a', 'libopus', '-f', 'webm'], noVideo],
    ])('%s that is streamed and tells no duration is read from its timestamps', async (_, args, outcome) => {
      expect((await probeFile(stream('streamed', args))).outcome).toEqual(outcome);
    });

    it('a recording of a browser of any length is read at its ends alone', async () => {
      const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=30', '-c:v', 'mpeg2video', '-b:v', '30M', '-minrate', '30M', '-maxrate', '30M', '-bufsize', '8M']; // prettier-ignore
      const path = stream('large.mkv', [...source, '-f', 'matroska']);
      const { outcome, bytes } = await probeFile(path);
      expect(outcome).toEqual({ durationSeconds: 30 });
      expect(bytes).toBeLessThan((await stat(path)).size);
    });

    /** As a recording of a high bit rate: every fragment of pictures is a megabyte, of which the rest is a hole. */
    async function spread(from: string, name: string): Promise<string> {
      const bytes = await readFile(from);
      const file = await open(join(dir, name), 'w');
      let end = 0;
      for (let at = 0, size = 0; at < bytes.length; at += size) {
        size = bytes.readUInt32BE(at);
        const box = Buffer.from(bytes.subarray(at, at + size));
        const pictures = box.toString('latin1', 4, 8) === 'mdat';
        if (pictures) box.writeUInt32BE(1_000_000, 0);
        await file.write(box, 0, undefined, end);
        end += pictures ? 1_000_000 : size;
      }
      await file.truncate(end);
      await file.close();
      return join(dir, name);
    }

    it('a streamed mp4 of 400 fragments and two tracks is read in few pieces, though its times are spread over all of it', async () => {
      const video = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=400'];
      const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000:duration=400'];
      const path = await spread(stream('streamed', [...video, ...sound, ...H264, '-g', '5', ...FRAGMENTS]), 'spread.mp4');
      expect((await stat(path)).size).toBeGreaterThan(400_000_000);
      const { outcome, reads } = await probeFile(path);
      expect(outcome).toEqual({ durationSeconds: 400 });
      expect(reads).toBeLessThan(1500);
    });

    it.each(['delayed.mkv', 'delayed.mp4', 'delayed.mov', 'delayed.ts', 'delayed.webm'])(
      '%s counts only the seconds of its pictures',
      async (name) => {
        const [video, sound] = name.endsWith('webm')
          ? [make('short.webm', [...VIDEO, '-c:v', 'libvpx']), make('long.webm', [...LONG_SOUND, '-c:a', 'libopus'])]
          : [make('short.mp4', [...VIDEO, ...H264]), make('long.m4a', [...LONG_SOUND, '-c:a', 'aac'])];
        const path = make(name, ['-itsoffset', '10', '-i', video, '-i', sound, '-map', '0:v', '-map', '1:a', '-c', 'copy']);
        expect((await probeFile(path)).outcome).toEqual(seven);
      },
    );

    it.each([
      ['raw.h264', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
      ['raw.m2v', ['-c:v', 'mpeg2video', '-r', '25']],
      ['raw.ivf', ['-c:v', 'libvpx']],
      ['head.avi', ['-c:v', 'mpeg4']],
    ])('%s, whose duration is assumed or only claimed, is unreadable', async (name, args) => {
      expect((await probeFile(make(name, [...VIDEO, ...args]))).outcome).toMatchObject(unreadable);
    });

    /** Puts another duration into the head. */
    async function forge(path: string, find: Buffer, change: (bytes: Buffer, at: number) => void): Promise<Buffer> {
      const bytes = await readFile(path);
      let at = bytes.indexOf(find);
      expect(at).toBeGreaterThan(0);
      for (; at >= 0; at = bytes.indexOf(find, at + 1)) change(bytes, at + find.length);
      return bytes;
    }

    it.each([1 / 1000, 1000])('an mp4 whose heads claim %d times its duration counts the seconds of its pictures', async (factor) => {
      const path = make('forged.mp4', [...VIDEO, ...H264]);
      let bytes = await forge(path, Buffer.from('mvhd'), (all, at) => all.writeUInt32BE(Math.max(1, 7400 * factor), at + 16));
      await writeFile(path, bytes);
      bytes = await forge(path, Buffer.from('tkhd'), (all, at) => all.writeUInt32BE(Math.max(1, 7400 * factor), at + 20));
      await writeFile(path, bytes);
      bytes = await forge(path, Buffer.from('mdhd'), (all, at) =>
        all.writeUInt32BE(Math.max(1, all.readUInt32BE(at + 16) * factor), at + 16),
      );
      await writeFile(path, bytes);
      bytes = await forge(path, Buffer.from('elst'), (all, at) => all.writeUInt32BE(Math.max(1, 7400 * factor), at + 8));
      expect(await probeBytes(bytes)).toEqual(seven);
    });

    it('an mp4 whose head claims 136 years counts the seconds of its pictures', async () => {
      const path = make('years.mp4', [...VIDEO, ...H264]);
      const years = (all: Buffer, at: number) => (all.writeUInt32BE(1, at + 12), all.writeUInt32BE(2 ** 32 - 1, at + 16));
      expect(await probeBytes(await forge(path, Buffer.from('mvhd'), years))).toEqual(seven);
    });

    /** Gives a Matroska another unit of time, in nanoseconds. */
    const withUnit = (path: string, scale: bigint): Promise<Buffer> =>
      forge(path, Buffer.from([0x2a, 0xd7, 0xb1, 0x83]), (all, at) => {
        // Eight bytes of a scale, in the place of three and of the name of the application behind it.
        const behind = at + 3 + 2 + (all.readUInt8(at + 5) & 0x7f) + 1;
        expect(all.readUInt16BE(at + 3)).toBe(0x4d80);
        all.writeUInt8(0x88, at - 1);
        all.writeBigUInt64BE(scale, at);
        all.writeUInt8(0xec, at + 8); // Void
        all.writeUInt8(0x80 | (behind - at - 10), at + 9);
      });

    it.each([
      ['a millisecond counts its pictures', 1_000_000n, seven],
      ['so long that it claims 136 years is unreadable', (2n ** 32n * 1_000_000n) / 7n, unreadable],
    ])('a Matroska whose unit of time is %s', async (_, scale, outcome) => {
      const path = make('years.mkv', [...VIDEO, ...H264, '-write_crc32', '0']);
      expect(await probeBytes(await withUnit(path, scale))).toMatchObject(outcome);
    });

    it.each([
      [1_000_000n, seven],
      [2_000_000_000n, unreadable],
    ])('a streamed Matroska that tells no duration, whose unit of time is %d ns, claims no hours', async (scale, outcome) => {
      const path = stream('hours.mkv', [...VIDEO, ...H264, '-write_crc32', '0', '-f', 'matroska']);
      expect(await probeBytes(await withUnit(path, scale))).toMatchObject(outcome);
    });

    it('an mp4 whose edit list leaves out its beginning counts what a player presents (contract 9.3)', async () => {
      const path = make('edited.mp4', [...VIDEO, ...H264]);
      const bytes = await forge(path, Buffer.from('elst'), (all, at) => {
        const timescale = all.readUInt32BE(all.indexOf('mdhd') + 16);
        all.writeInt32BE(all.readInt32BE(at + 12) + 3 * timescale, at + 12);
      });
      expect(await probeBytes(bytes)).toEqual({ durationSeconds: 4 });
    });

    it.each([1 / 1000, 1000])('a Matroska whose head claims %d times its duration is unreadable', async (factor) => {
      const path = make('forged.mkv', [...VIDEO, ...H264, '-write_crc32', '0']);
      const bytes = await forge(path, Buffer.from([0x44, 0x89, 0x88]), (all, at) => all.writeDoubleBE(all.readDoubleBE(at) * factor, at));
      expect(await probeBytes(bytes)).toMatchObject(unreadable);
    });

    it('a recording that breaks off in a picture is unreadable', async () => {
      const bytes = await readFile(stream('cut.webm', [...VIDEO, ...SOUND, ...VP8, '-live', '1', '-f', 'webm']));
      expect(await probeBytes(bytes.subarray(0, bytes.length - 100))).toMatchObject(unreadable);
    });

    it.each([
      ['an mp4 with its index at the end', 'mp4', []],
      ['an mp4 with its index at the start', 'mp4', ['-movflags', 'faststart']],
      ['a mkv', 'mkv', []],
    ])('%s that is cut off is unreadable', async (_, type, args) => {
      const whole = await readFile(make(`whole.${type}`, [...VIDEO, ...H264, ...args]));
      expect(await probeBytes(whole.subarray(0, whole.length * 0.4))).toMatchObject(unreadable);
    });
  });
}
