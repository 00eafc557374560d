type Mp4 = {
  readonly seconds: number;
  /** The type of its one track. */
  readonly track?: 'video' | 'sound';
  /** Entries of the table of its samples: what makes an index large. */
  readonly samples?: number;
};

/**
 * A small MP4 (ISO/IEC 14496-12) with one track of a wanted duration and without pictures: enough for readers of
 * containers, and made without tools.
 */
export function anMp4(mp4: Mp4): Buffer {
  return Buffer.concat([fileType(), movie(mp4), box('mdat', Buffer.alloc(16))]);
}

/** The beginning of a file: what kind it is. */
export function fileType(): Buffer {
  return box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'));
}

/** The index of a file. It may stand before or behind the pictures. */
export function movie({ seconds, track = 'video', samples = 1 }: Mp4): Buffer {
  const [scale, duration] = seconds * 1000 < 2 ** 32 ? [1000, Math.round(seconds * 1000)] : [1, Math.round(seconds)];
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const header = full('mvhd', words(0, 0, scale, duration, 0x10000, 0x1000000, 0, 0), matrix, words(0, 0, 0, 0, 0, 0, 2));
  const size = words(track === 'video' ? 64 << 16 : 0, track === 'video' ? 64 << 16 : 0);
  const trackHeader = full('tkhd', words(0, 0, 1, 0, duration, 0, 0, 0, 0), matrix, size);
  const media = full('mdhd', words(0, 0, scale, duration, 0x55c40000));
  const handler = full('hdlr', words(0), Buffer.from(track === 'video' ? 'vide' : 'soun'), words(0, 0, 0), Buffer.from('x\0'));
  const sample = track === 'video' ? videoSample() : soundSample();
  const table = box(
    'stbl',
    full('stsd', words(1), sample),
    full('stts', words(1, 1, duration)),
    full('stsc', words(1, 1, 1, 1)),
    full('stsz', words(0, samples), Buffer.alloc(samples * 4, 1)),
    full('stco', words(1, 48)),
  );
  const mediaHeader = track === 'video' ? full('vmhd', words(0, 0)) : full('smhd', words(0));
  const where = box('dinf', full('dref', words(1), full('url ')));
  return box('moov', header, box('trak', trackHeader, box('mdia', media, handler, box('minf', mediaHeader, where, table))));
}

function videoSample(): Buffer {
  const size = Buffer.from([0, 64, 0, 64, 0, 72, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0, 1]);
  return box('mp4v', words(0), words(1), Buffer.alloc(16), size, Buffer.alloc(32), Buffer.from([0, 24, 255, 255]));
}

function soundSample(): Buffer {
  return box('mp4a', words(0), words(1), words(0, 0), Buffer.from([0, 2, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0]));
}

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([words(length), Buffer.from(type, 'latin1'), ...parts]);
}

/** A box with version 0 and no flags. */
function full(type: string, ...parts: readonly Uint8Array[]): Buffer {
  return box(type, words(0), ...parts);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
}
