import { AppError } from '@app/http/errors';
import { finished } from 'node:stream';
import { cutShort, MIN_BYTES_PER_SECOND, Tagged } from '@app/http';
import { FairSemaphore } from '@app/process';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { etagOf, TRANSCRIPT_FORMS, type TranscriptForm, type TranscriptHead } from './transcript-forms.js';
import { TranscriptsService } from './transcripts.service.js';

/** Milliseconds in which a client must have taken a file, beside the time that it needs at the least rate. */
const SEND_SLACK_MS = 30_000;

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

/** How often the present transcript is looked up for one answer. */
const PRESENT_TRIES = 5;

/** Answers with the files of transcripts, and bounds those that are in memory until their clients have taken them (contract 2.12). */
@Injectable()
export class TranscriptFiles {
  private readonly held = new FairSemaphore({ total: 32, perKey: 4, timeoutMs: 2000 });

  constructor(private readonly transcripts: TranscriptsService) {}

  /**
   * The file, or its ETag alone where the caller has it already. A client that takes it more slowly than {@link MIN_BYTES_PER_SECOND} is
   * cut off.
   * @throws TooBusyError when there is no place in time
   */
  async answer(head: TranscriptHead, { type, isHeld, userId, response }: Asked): Promise<Tagged<StreamableFile>> {
    const form = FORMS[type] ?? 'json';
    const etag = etagOf(head, form);
    if (isHeld(etag)) return new Tagged<StreamableFile>(etag, undefined);
    const render = () => this.transcripts.render(head, form, userId);
    const file = head.byteSize <= SMALL_BYTES ? await render() : await this.whileHeld(userId, response, render);
    return new Tagged(etag, new StreamableFile(file, { type: TRANSCRIPT_FORMS[form].contentType, length: file.byteLength }));
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

  private async whileHeld(userId: string, response: Response, render: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const gone = new AbortController();
    finished(response, () => gone.abort(cutShort()));
    const release = await this.held.acquire(userId, gone.signal);
    try {
      const file = await render();
      const timeoutMs = SEND_SLACK_MS + (file.byteLength / MIN_BYTES_PER_SECOND) * 1000;
      const deadline = setTimeout(() => response.destroy(), timeoutMs);
      finished(response, () => {
        clearTimeout(deadline);
        release();
      });
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }
}
