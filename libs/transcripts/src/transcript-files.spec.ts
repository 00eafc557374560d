import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { newId } from '@app/database';
import { REQUEST_MEMORY } from '@app/http/bodies';
import type { EpisodesService } from '@app/podcasts/services';
import { FairSemaphore, TooBusyError } from '@app/process';
import { GatheredBytes } from '@app/process/gathered-bytes';
import { until } from '@app/process/testing';
import { expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { TranscriptThreads } from './threads/transcript-threads.js';
import { TranscriptFiles } from './transcript-files.js';
import type { TranscriptHead } from './transcript-forms.js';
import type { TranscriptsQueries } from './transcripts.queries.js';
import { TranscriptsService } from './transcripts.service.js';

const head: TranscriptHead = { episodeId: newId(), number: 1, revision: newId(), format: 'vtt', byteSize: 100_000, wordLevel: false };

/** Files whose threads have one task, which ends when the test says so. A user has one slot. */
function someFiles({ total = 1 } = {}) {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const run = jest.fn(() => promise);
  // On a machine with many processors, a user has several slots.
  const slots = new FairSemaphore({ total, perKey: 1, timeoutMs: 60_000 });
  const threads: TranscriptThreads = Object.assign(new TranscriptThreads(pino({ level: 'silent' })), { pool: { run }, slots });
  const content = jest.fn((): Promise<Buffer | undefined> => Promise.resolve(Buffer.of()));
  const queries = { content };
  const service = new TranscriptsService({} as DataSource, {} as EpisodesService, queries as unknown as TranscriptsQueries, threads);
  return { files: new TranscriptFiles(service), threads, run, content, end: () => resolve(Buffer.alloc(head.byteSize)) };
}

it('the memory of a transcript that is sent is given back when its client leaves (contract 2.12)', async () => {
  const { files, end } = someFiles();
  const response = new PassThrough();
  const asked = { type: 'text/vtt', isHeld: () => false, userId: 'alice', response: response as unknown as Response };
  const answer = files.answer(head, asked);
  end();
  await answer;
  expect(REQUEST_MEMORY.bytes).toBe(head.byteSize);
  response.destroy();
  await once(response, 'close');
  expect(REQUEST_MEMORY.bytes).toBe(0);
});

it('a second large upload of a user waits for the first, and an upload of another user does not (contract 2.12)', async () => {
  const { threads, run, end } = someFiles({ total: 2 });
  const upload = (userId: string) => {
    const body = new GatheredBytes(head.byteSize);
    body.add(Buffer.alloc(head.byteSize));
    return threads.judge(body, userId);
  };
  const outcomes = [upload('alice'), upload('alice'), upload('bob')];
  await until(() => run.mock.calls.length === 2);
  end();
  await Promise.all(outcomes);
  expect(run).toHaveBeenCalledTimes(3);
});

it('a client that leaves takes its transcript out of the line for threads', async () => {
  const { files, run, content, end } = someFiles();
  const read = (response: PassThrough) => {
    const asked = { type: 'text/vtt', isHeld: () => false, userId: 'alice', response: response as unknown as Response };
    return files.answer(head, asked);
  };
  const [staying, leaving] = [new PassThrough(), new PassThrough()];
  const first = read(staying);
  await until(() => run.mock.calls.length === 1);
  const second = read(leaving);
  leaving.destroy();
  await expect(second).rejects.toThrow('cut short');
  end();
  await first;
  staying.destroy();
  expect(run).toHaveBeenCalledTimes(1);
  // A file in the line is not in memory, and reading it keeps the event loop from nobody.
  expect(content).toHaveBeenCalledTimes(1);
});

it('a reader is told to ask again, and not that there is no transcript, when ten uploads have come meanwhile', async () => {
  const { files, content } = someFiles();
  content.mockResolvedValue(undefined);
  const response = new PassThrough() as unknown as Response;
  const asked = files.answer(head, { type: 'text/vtt', isHeld: () => false, userId: 'alice', response });
  await expect(asked).rejects.toBeInstanceOf(TooBusyError);
});
