import { fileType } from '@app/media';
import { expect, it } from '@jest/globals';
import { PROBE_LIMITS, probe, type MediaFile } from './probe.js';

const SIZE = 4_000_000;

/** Most reads of a file that is no video. */
const FEW_READS = 1500;

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const repeated = (part: Buffer, size = SIZE): Buffer => Buffer.alloc(size - (size % part.length), part);

function box(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Boxes within boxes, each with nothing but the next. */
function nested(type: string, levels: number): Buffer {
  const heads = Buffer.alloc(levels * 8, box(type));
  for (let level = 0; level < levels; level += 1) heads.writeUInt32BE((levels - level) * 8, level * 8);
  return heads;
}

/** An element of Matroska, whose length takes eight bytes. */
function element(id: string, content: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([hex(id), length, content]);
}

const matroska = (content: Buffer): Buffer =>
  Buffer.concat([element('1a45dfa3', element('4282', Buffer.from('matroska'))), element('18538067', content)]);

/** A page of Ogg that begins a stream. */
function page(stream: number): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS');
  head[5] = 2;
  head.writeUInt32LE(stream, 14);
  head[26] = 1;
  head[27] = 11;
  return Buffer.concat([head, Buffer.from('\x01vorbis\0\0\0\0', 'latin1')]);
}

function riff(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`RIFF....${type}`);
  head.writeUInt32LE(content.length + 4, 4);
  return Buffer.concat([head, content]);
}

/** Packets of an MPEG transport stream: each belongs to a different stream, and no table declares any. */
const packets = (): Buffer =>
  Buffer.concat(Array.from({ length: SIZE / 188 }, (_, index) => Buffer.alloc(188, index & 255).fill(hex('47401f10'), 0, 4).fill(index % 251, 2, 3))); // prettier-ignore

// Less than in a worker. The whole time never decides here, however busy the machine is.
const limits = { ...PROBE_LIMITS, processorMilliseconds: 1000, milliseconds: 600_000 };

it.each<[what: string, make: () => Buffer]>([
  ['an MP4 of empty boxes', () => Buffer.concat([fileType(), repeated(box('free'), 12_000_000)])],
  ['an MP4 of empty boxes of pictures', () => Buffer.concat([fileType(), repeated(box('mdat'))])],
  ['an MP4 whose index has empty boxes', () => Buffer.concat([fileType(), box('moov', repeated(box('free')))])],
  ['an MP4 of empty tracks', () => Buffer.concat([fileType(), box('moov', repeated(box('trak')))])],
  ['an MP4 of boxes within boxes', () => Buffer.concat([fileType(), nested('moov', SIZE / 8)])],
  ['an MP4 of fragments without an index', () => Buffer.concat([fileType(), repeated(box('moof'))])],
  ['a Matroska of empty elements', () => matroska(repeated(hex('ec80')))],
  ['a Matroska of empty tracks', () => matroska(element('1654ae6b', repeated(hex('ae80'))))],
  ['a Matroska of empty clusters', () => matroska(repeated(hex('1f43b67580')))],
  ['an MP3 of empty ID3 tags', () => repeated(hex('49443304000000000000'))],
  ['an MP3 of heads of frames', () => repeated(hex('fffb9000'))],
  ['an Ogg of streams without end', () => Buffer.concat(Array.from({ length: SIZE / 39 }, (_, index) => page(index)))],
  ['an AVI of empty chunks', () => riff('AVI ', repeated(Buffer.from('JUNK\0\0\0\0')))],
  ['a WAVE of empty chunks', () => riff('WAVE', repeated(Buffer.from('abcd\0\0\0\0')))],
  ['an MXF of empty items', () => repeated(hex('060e2b34020501010d0102010102040000'))],
  ['a transport stream of garbage', packets],
  ['a program stream of start codes', () => repeated(hex('000001ba'))],
])('%s is refused after a bounded number of reads and a bounded time of the processor', async (_, make) => {
  const bytes = make();
  let reads = 0;
  const read: MediaFile['read'] = (from, length) => ((reads += 1), Promise.resolve(Uint8Array.from(bytes.subarray(from, from + length))));
  expect(await probe({ size: bytes.length, read }, { limits })).toMatchObject({ failure: 'unreadable_media' });
  expect(reads).toBeLessThan(FEW_READS);
});
