/** A file that is read in parts. A part that reaches beyond the end of the file has fewer bytes. */
export type ReadableFile = { readonly size: number; readonly read: (from: number, length: number) => Promise<Uint8Array> };

/** When the pictures of a file begin and end, and when everything in it ends, in seconds. */
export type MediaTimes = { readonly first: number; readonly end: number; readonly endOfAll: number };

/** Ids of elements (RFC 9559). */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const DEFAULT_DURATION = 0x23e383;
const TIMESTAMP = 0xe7;
const CRC_32 = 0xbf;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const BLOCK_DURATION = 0x9b;

/** The elements that may follow the begin of a cluster: its children, and the elements beside it. */
const AFTER_CLUSTER = new Set([
  ...[CLUSTER, TIMESTAMP, CRC_32, SIMPLE_BLOCK, BLOCK_GROUP, INFO, TRACKS],
  ...[0xab, 0xa7, 0x5854, 0xec, 0xaf], // PrevSize, Position, SilentTracks, Void, EncryptedBlock
  ...[0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469, 0x114d9b74], // Cues, Tags, Chapters, Attachments, SeekHead
]);

const VIDEO = 1;
const MB = 1024 * 1024;
const MAX_HEAD_ELEMENTS = 1000;

/** Longest unit of timestamps, in nanoseconds: a second. With a longer one, a few pictures would claim days. */
const MAX_SCALE_NS = 1e9;

const MAX_HEAD_BYTES = 4 * MB;

/** Numbers of bytes that are read at both ends of the file, one after the other until a picture is among them. */
const WINDOWS = [4 * MB, 16 * MB, 64 * MB];

/** Positions in one window that look like the start of a cluster and are tried. */
const MAX_TRIES = 16;

type Element = { readonly id: number; readonly size: number; readonly data: number; readonly end: number };

type Track = { readonly number: number; readonly isVideo: boolean; readonly frameNs: number };

type Head = { readonly scale: number; readonly tracks: readonly Track[]; readonly firstCluster: number };

type Block = { readonly track: number; readonly time: number; readonly duration?: number };

/**
 * Reads from the clusters when the pictures begin and end. The duration in the head of the file is not used: browsers
 * record files without one, whose clusters do not give their length either. Only the head and both ends of the file are
 * read.
 * @returns undefined when there are no pictures, or the file breaks off
 */
export async function matroskaTimes(file: ReadableFile): Promise<MediaTimes | undefined> {
  const head = await readHead(file);
  const first = head && (await firstPicture(file, head));
  const last = head && (await lastBlocks(file, head));
  if (!head || first === undefined || !last) return undefined;
  const seconds = (time: number) => (time * head.scale) / 1e9;
  return { first: seconds(first), end: seconds(last.end), endOfAll: seconds(last.endOfAll) };
}

async function readHead(file: ReadableFile): Promise<Head | undefined> {
  const ebml = await elementIn(file, 0);
  const segment = ebml?.id === EBML ? await elementIn(file, ebml.end) : undefined;
  if (segment?.id !== SEGMENT) return undefined;
  let [scale, tracks]: [number, readonly Track[]] = [1_000_000, []];
  let at = segment.data;
  for (let count = 0; count < MAX_HEAD_ELEMENTS; count += 1) {
    const element = await elementIn(file, at);
    if (element?.id === CLUSTER) return scale <= MAX_SCALE_NS ? { scale, tracks, firstCluster: at } : undefined;
    if (!element || !Number.isFinite(element.end)) return undefined;
    if (element.id === INFO || element.id === TRACKS) {
      if (element.size > MAX_HEAD_BYTES) return undefined;
      const bytes = await file.read(element.data, element.size);
      if (element.id === TRACKS)
        tracks = children(bytes).filter(({ id }) => id === TRACK_ENTRY).map((entry) => trackOf(bytes, entry)); // prettier-ignore
      else scale = numberOf(bytes, children(bytes), TIMESTAMP_SCALE) ?? scale;
    }
    at = element.end;
  }
  return undefined;
}

function trackOf(bytes: Uint8Array, { data, end }: Element): Track {
  const found = children(bytes, data, end);
  return {
    number: numberOf(bytes, found, TRACK_NUMBER) ?? 0,
    isVideo: numberOf(bytes, found, TRACK_TYPE) === VIDEO,
    frameNs: numberOf(bytes, found, DEFAULT_DURATION) ?? 0,
  };
}

async function firstPicture(file: ReadableFile, { tracks, firstCluster }: Head): Promise<number | undefined> {
  const videos = new Set(tracks.filter(({ isVideo }) => isVideo).map(({ number }) => number));
  if (videos.size === 0) return undefined;
  for (const window of WINDOWS) {
    const bytes = await file.read(firstCluster, Math.min(window, file.size - firstCluster));
    const times = blocksOf(bytes, 0).blocks.filter(({ track }) => videos.has(track)).map(({ time }) => time); // prettier-ignore
    // Frames come reordered.
    if (times.length > 0) return times.slice(0, 100).reduce((least, time) => Math.min(least, time), Infinity);
    if (firstCluster + window >= file.size) return undefined;
  }
  return undefined;
}

async function lastBlocks(file: ReadableFile, head: Head): Promise<{ readonly end: number; readonly endOfAll: number } | undefined> {
  for (const window of WINDOWS) {
    const from = Math.max(head.firstCluster, file.size - window);
    const bytes = await file.read(from, file.size - from);
    let at = clusterIn(bytes, 0);
    for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1, at = clusterIn(bytes, at + 1)) {
      const { blocks, whole } = blocksOf(bytes, at);
      const ends = head.tracks.map((track) => ({ track, end: endOf(blocks, track, head.scale) }));
      const end = Math.max(...ends.filter(({ track }) => track.isVideo).map((one) => one.end));
      if (whole && end >= 0) return { end, endOfAll: Math.max(...ends.map((one) => one.end)) };
    }
    if (from === head.firstCluster) return undefined;
  }
  return undefined;
}

/** The end of a track's last block, which lasts as long as it says, else the track, else as the block before. */
function endOf(blocks: readonly Block[], { number, frameNs }: Track, scale: number): number {
  const own = blocks.filter(({ track }) => track === number);
  const last = own.reduce<Block | undefined>((late, block) => (late && late.time >= block.time ? late : block), undefined);
  if (!last) return -Infinity;
  const before = own.reduce((late, { time }) => (time < last.time ? Math.max(late, time) : late), -Infinity);
  const gap = Number.isFinite(before) ? last.time - before : 0;
  return last.time + (last.duration ?? (frameNs > 0 ? frameNs / scale : gap));
}

/** Where a cluster seems to begin: the first child of a cluster is its timestamp or a checksum. */
function clusterIn(bytes: Uint8Array, from: number): number {
  const id = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(id, from); at >= 0; at = buffer.indexOf(id, at + 1)) {
    const cluster = elementAt(bytes, at);
    const child = cluster && elementAt(bytes, cluster.data);
    if (child?.id === TIMESTAMP || child?.id === CRC_32) return at;
  }
  return -1;
}

/** The blocks from the start of a cluster. `whole` is false when the bytes end within an element, or are none. */
function blocksOf(bytes: Uint8Array, from: number): { readonly blocks: Block[]; readonly whole: boolean } {
  const blocks: Block[] = [];
  let cluster = 0;
  for (let at = from; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (!element || !AFTER_CLUSTER.has(element.id)) return { blocks, whole: false };
    if (element.id === CLUSTER) {
      at = element.data;
      continue;
    }
    if (element.end > bytes.length) return { blocks, whole: false };
    if (element.id === TIMESTAMP) cluster = uint(bytes, element);
    if (element.id === SIMPLE_BLOCK) blocks.push(blockOf(bytes, element, cluster));
    if (element.id === BLOCK_GROUP) {
      const parts = children(bytes, element.data, element.end);
      const block = parts.find(({ id }) => id === BLOCK);
      const duration = numberOf(bytes, parts, BLOCK_DURATION);
      if (block) blocks.push({ ...blockOf(bytes, block, cluster), ...(duration === undefined ? {} : { duration }) });
    }
    at = element.end;
  }
  return { blocks, whole: true };
}

function blockOf(bytes: Uint8Array, { data }: Element, cluster: number): Block {
  const number = vint(bytes, data, true);
  const at = data + (number?.length ?? 1);
  const relative = (((bytes[at] ?? 0) << 24) >> 16) | (bytes[at + 1] ?? 0); // signed, 16 bits
  return { track: number?.value ?? 0, time: cluster + relative };
}

function children(bytes: Uint8Array, from = 0, to = bytes.length): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to;) {
    const element = elementAt(bytes, at);
    if (!element || element.end > to) return found;
    found.push(element);
    at = element.end;
  }
  return found;
}

async function elementIn(file: ReadableFile, at: number): Promise<Element | undefined> {
  const element = elementAt(await file.read(at, 12), 0);
  return element && { ...element, data: element.data + at, end: element.end + at };
}

/** @returns undefined when no element begins there */
function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const id = vint(bytes, at, false);
  if (!id || id.length > 4) return undefined;
  const size = vint(bytes, at + id.length, true);
  if (!size) return undefined;
  const data = at + id.length + size.length;
  return { id: id.value, size: size.value, data, end: data + size.value };
}

/** A number of variable length (RFC 8794, 4). As a size, all ones say that it is not known: Infinity. */
function vint(bytes: Uint8Array, at: number, masked: boolean): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = masked ? first & (0xff >> length) : first;
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value: masked && value === 2 ** (7 * length) - 1 ? Infinity : value, length };
}

function numberOf(bytes: Uint8Array, elements: readonly Element[], wanted: number): number | undefined {
  const element = elements.find(({ id }) => id === wanted);
  return element && uint(bytes, element);
}

function uint(bytes: Uint8Array, { data, size }: Element): number {
  return bytes.subarray(data, data + Math.min(size, 8)).reduce((value, byte) => value * 256 + byte, 0);
}
