import { finished, Readable } from 'node:stream';
import { Tagged } from '@app/http';
import { cutShort, MIN_BYTES_PER_SECOND, REQUEST_MEMORY } from '@app/http/bodies';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { etagOf, TRANSCRIPT_FORMS, type TranscriptForm, type TranscriptHead } from './transcript-forms.js';
import { TranscriptsService } from './transcripts.service.js';

/** The system takes up to four megabytes for a client at a time, so that a shorter look at its rate would show none. */
const SLOW_SECONDS = 60;
const RATE = { least: MIN_BYTES_PER_SECOND, seconds: SLOW_SECONDS, tooSlow: cutShort };

/** Milliseconds that a file waits for memory. */
const ROOM_TIMEOUT_MS = 5000;

/** Bytes that are passed on at a time: what the client has taken is seen by them. */
const PIECE_BYTES = 64 * 1024;

/** A file of fewer bytes is sent without a slot. */
const SMALL_BYTES = 64 * 1024;

const FORMS: Readonly<Record<string, TranscriptForm>> = { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' };

type Asked = {
  /** The media type that the caller prefers. */
  readonly type: string;
  readonly isHeld: (etag: string) => boolean;
  readonly userId: string;
  readonly response: Response;
};

type SendSlot = {
  readonly userId: string;
  readonly response: Response;
  /** About how many bytes the file will have. */
  readonly estimate: number;
};

/** Answers with files of transcripts, and bounds those in memory until clients have taken them (contract 2.12). */
@Injectable()
export class TranscriptFiles {
  constructor(private readonly transcripts: TranscriptsService) {}

  /**
   * A version, or its ETag alone where the caller has it already. A client that takes it more slowly than
   * {@link MIN_BYTES_PER_SECOND} is cut off, and so is the slowest while others wait for memory.
   * @throws TooBusyError when there is no room in time, or newer uploads have taken its place
   */
  async answer(head: TranscriptHead, { type, isHeld, userId, response }: Asked): Promise<Tagged<StreamableFile>> {
    const form = FORMS[type] ?? 'json';
    const etag = etagOf(head, form);
    if (isHeld(etag)) return new Tagged<StreamableFile>(etag, undefined);
    const options = { type: TRANSCRIPT_FORMS[form].contentType };
    const render = (signal?: AbortSignal) => this.transcripts.render(head, form, { key: userId, signal });
    if (head.byteSize <= SMALL_BYTES) {
      const file = await render();
      return new Tagged(etag, new StreamableFile(file, { ...options, length: file.byteLength }));
    }
    const { stream, length } = await this.whileHeld({ userId, response, estimate: head.byteSize }, render);
    return new Tagged(
      etag,
      new StreamableFile(stream, { ...options, length }).setErrorLogger(() => undefined),
    );
  }

  private async whileHeld(
    { userId, response, estimate }: SendSlot,
    render: (gone: AbortSignal) => Promise<Uint8Array>,
  ): Promise<{ readonly stream: Readable; readonly length: number }> {
    const going = new AbortController();
    const memory = REQUEST_MEMORY.open(userId, { timeoutMs: ROOM_TIMEOUT_MS, rate: RATE });
    memory.signal.addEventListener('abort', () => response.destroy());
    finished(response, () => {
      memory.close();
      going.abort(cutShort());
    });
    try {
      await memory.grow(estimate);
      memory.settle(); // a thread is waited for, not the client
      const file = await render(going.signal);
      await memory.grow(Math.max(0, file.byteLength - estimate));
      if (response.destroyed) throw cutShort();
      const pieces = function* (): Generator<Uint8Array> {
        for (let at = 0; at < file.byteLength; at += PIECE_BYTES) {
          const piece = file.subarray(at, at + PIECE_BYTES);
          memory.moved(piece.byteLength);
          yield piece;
        }
      };
      return { stream: Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_BYTES }), length: file.byteLength };
    } catch (error) {
      memory.close();
      throw error;
    }
  }
}
