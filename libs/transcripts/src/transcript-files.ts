import { AppError } from '@app/http/errors';
import { finished, Readable } from 'node:stream';
import { cutShort, MIN_BYTES_PER_SECOND, REQUEST_MEMORY, Tagged } from '@app/http';
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

/** Files of fewer bytes need no place. */
const SMALL_BYTES = 64 * 1024;

const FORMS: Readonly<Record<string, TranscriptForm>> = { 'text/vtt': 'vtt', 'application/x-subrip': 'srt' };

type Asked = {
  /** The media type that the caller prefers. */
  readonly type: string;
  readonly isHeld: (etag: string) => boolean;
  readonly userId: string;
  readonly response: Response;
};

type Held = {
  readonly userId: string;
  readonly response: Response;
  /** About how many bytes the file will have. */
  readonly estimate: number;
};

type HeldFile = { readonly stream: Readable; readonly length: number };

/** How often the present transcript is looked up for one answer. */
const PRESENT_TRIES = 5;

/** Answers with the files of transcripts, and bounds those that are in memory until their clients have taken them (contract 2.12). */
@Injectable()
export class TranscriptFiles {
  constructor(private readonly transcripts: TranscriptsService) {}

  /**
   * The file, or its ETag alone where the caller has it already. A client that takes it more slowly than {@link MIN_BYTES_PER_SECOND} is
   * cut off, and so is the slowest while others wait for memory.
   * @throws TooBusyError when there is no room in time
   */
  async answer(head: TranscriptHead, { type, isHeld, userId, response }: Asked): Promise<Tagged<StreamableFile>> {
    const form = FORMS[type] ?? 'json';
    const etag = etagOf(head, form);
    if (isHeld(etag)) return new Tagged<StreamableFile>(etag, undefined);
    const render = () => this.transcripts.render(head, form, userId);
    const { contentType } = TRANSCRIPT_FORMS[form];
    if (head.byteSize <= SMALL_BYTES) {
      const file = await render();
      return new Tagged(etag, new StreamableFile(file, { type: contentType, length: file.byteLength }));
    }
    const { stream, length } = await this.whileHeld({ userId, response, estimate: head.byteSize }, render);
    return new Tagged(
      etag,
      new StreamableFile(stream, { type: contentType, length }).setErrorLogger(() => undefined),
    );
  }

  /** The present transcript. When ten uploads have come since it was looked up, it is looked up again. @throws AppError 404 when there is none */
  async answerPresent(episodeId: string, asked: Asked): Promise<Tagged<StreamableFile>> {
    for (let tries = PRESENT_TRIES; ; tries -= 1) {
      const head = await this.transcripts.head(episodeId);
      try {
        return await this.answer(head, asked);
      } catch (error) {
        if (tries <= 1 || !(error instanceof AppError && error.kind === 'not_found')) throw error;
      }
    }
  }

  private async whileHeld({ userId, response, estimate }: Held, render: () => Promise<Uint8Array>): Promise<HeldFile> {
    const memory = REQUEST_MEMORY.open(userId, { timeoutMs: ROOM_TIMEOUT_MS, rate: RATE });
    memory.signal.addEventListener('abort', () => response.destroy());
    finished(response, () => memory.close());
    try {
      await memory.grow(estimate);
      const file = await render();
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
