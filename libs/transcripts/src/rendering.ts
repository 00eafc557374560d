import { srtCue, VTT_HEADER, vttCue, type Subtitle } from '@app/subtitles';
import type { TranscriptHead } from './transcripts.queries.js';

/** The media types of a transcript (contract 5.5). */
export type RenderedType = 'application/json' | 'text/vtt' | 'application/x-subrip';

/** SubRip's media types: none is registered, and tools use all of these (contract 2.5). */
export const SUBRIP_TYPES = ['application/x-subrip', 'text/srt', 'application/srt', 'application/x-srt', 'application/subrip'] as const;

export type Rendered = {
  readonly etag: string;
  readonly contentType: string;
  readonly byteLength: number;
  readonly chunks: readonly Buffer[];
};

/** Builds a file from batches of subtitles, as bytes, so that the strings of a batch can be collected. */
class Rendering {
  private readonly chunks: Buffer[] = [];
  private byteLength = 0;
  private count = 0;

  constructor(
    readonly etag: string,
    private readonly contentType: string,
    private readonly style: {
      readonly head: string;
      readonly item: (subtitle: Subtitle, position: number) => string;
      readonly tail: string;
    },
  ) {
    this.push(style.head);
  }

  add(batch: readonly Subtitle[]): void {
    let text = '';
    for (const subtitle of batch) text += this.style.item(subtitle, this.count++);
    this.push(text);
  }

  end(): Rendered {
    this.push(this.style.tail);
    return { etag: this.etag, contentType: this.contentType, byteLength: this.byteLength, chunks: this.chunks };
  }

  private push(text: string): void {
    if (text === '') return;
    const chunk = Buffer.from(text);
    this.byteLength += chunk.length;
    this.chunks.push(chunk);
  }
}

/** A file of the given type, without subtitles yet. Its ETag is strong and differs between types. */
export function rendering(episodeId: string, type: RenderedType, { revision, format, wordLevel }: TranscriptHead): Rendering {
  switch (type) {
    case 'text/vtt':
      return new Rendering(`"${revision}.vtt"`, 'text/vtt; charset=utf-8', { head: VTT_HEADER, item: vttCue, tail: '' });
    case 'application/x-subrip':
      return new Rendering(`"${revision}.srt"`, 'application/x-subrip; charset=utf-8', {
        head: '',
        item: (subtitle, position) => srtCue(subtitle, position, format),
        tail: '',
      });
    case 'application/json':
      return new Rendering(`"${revision}${wordLevel ? '.words' : ''}.json"`, 'application/json; charset=utf-8', {
        head: `{"data":{"episode_id":"${episodeId}","word_level":${wordLevel},"segments":[`,
        item: ({ startMs, endMs, speaker, text }, position) =>
          `${position === 0 ? '' : ','}${JSON.stringify({ start: startMs / 1000, end: endMs / 1000, speaker, text })}`,
        tail: ']}}',
      });
  }
}
