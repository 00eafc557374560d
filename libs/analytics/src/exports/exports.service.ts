import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Env } from '@app/env';
import { Clock, FairSemaphore, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { rangeOf, type ExportAnalytics } from '../analytics.dto.js';
import { AnalyticsQueries } from '../analytics.queries.js';
import { FiguresSource, type Content, type Subject } from '../figures.js';
import { ExportSlots } from './export-slots.queries.js';
import type { DateRange } from '../days/local-days.js';
import { Spool } from './spool.js';

/** The export that a user requests; `has` says whether the caller holds the version that an ETag names. */
type ExportRequest = {
  readonly userId: string;
  readonly podcastId: string;
  readonly query: ExportAnalytics;
  readonly has: (etag: string) => boolean;
};

/** A file whose beginning has been read, or none when the caller holds it. Destroying the stream ends the export. */
export type ExportedFile = { readonly etag: string; readonly stream: Readable | null };

/** The columns. New ones are added at the end (contract 12.2). */
const CSV_HEADER = 'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n';

/** With it, Excel reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Milliseconds that an export waits for a connection. */
const CONNECTION_TIMEOUT_MS = 30_000;

@Injectable()
export class ExportsService {
  /** Exports that are reading: at most a third of the pool, and one for each user. */
  private readonly readers: FairSemaphore;

  constructor(
    private readonly queries: AnalyticsQueries,
    private readonly source: FiguresSource,
    private readonly slots: ExportSlots,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    { DATABASE_POOL_SIZE: connections }: Env,
  ) {
    const total = Math.max(1, Math.floor(connections / 3));
    this.readers = new FairSemaphore({ total, perKey: 1, timeoutMs: CONNECTION_TIMEOUT_MS });
  }

  /**
   * The figures of a range as a CSV file. Its beginning is read before this returns, so that every refusal comes before
   * the first byte.
   * @throws AppError 422 `from_after_to`, `range_too_long`, `episode_not_found`; 429 `too_many_exports`
   */
  async export({ userId, podcastId, query, has }: ExportRequest): Promise<ExportedFile> {
    const range = rangeOf(query);
    const subject = await this.queries.subject(podcastId, query.episode_id);
    const releaseSlot = await this.slots.take(userId);
    const ends: (() => Promise<void> | void)[] = [];
    const end = async () => {
      for (const release of ends.splice(0).reverse()) await release();
    };
    try {
      ends.push(await this.readers.acquire(userId));
      const figures = await this.source.open({ subject, range, now: this.clock.now() });
      ends.push(() => figures.close().catch((err: unknown) => this.log.warn({ err }, 'the figures of an export were not closed properly')));
      const etag = etagOf({ subject, range, bom: query.bom, ...(await figures.content()) });
      if (has(etag)) {
        await end();
        await releaseSlot();
        return { etag, stream: null };
      }
      const lines = figures.lines();
      const first = await lines.next();
      const head = (query.bom ? BYTE_ORDER_MARK : '') + CSV_HEADER + (first.value ?? '');
      const source = Readable.from(file(head, lines)).once('close', () => void end());
      return { etag, stream: this.taken(source, releaseSlot) };
    } catch (error) {
      await end();
      await releaseSlot();
      throw error;
    }
  }

  /**
   * The file as its reader takes it. What a slow reader has not taken yet waits in a temporary file, and holds no
   * connection. The slot is free before the answer ends, so that a caller who exports one after another is never
   * refused.
   */
  private taken(source: Readable, releaseSlot: () => Promise<void>): Readable {
    const spool = new Spool();
    pipeline(source, spool).catch((err: unknown) => this.log.info({ err }, 'an export was cut off'));
    const pieces = async function* (): AsyncGenerator<unknown> {
      yield* spool;
      await releaseSlot();
    };
    return Readable.from(pieces()).once('close', () => {
      spool.destroy();
      void releaseSlot(); // for a reader that has left
    });
  }
}

async function* file(head: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* lines;
}

/** All that a file depends on. */
type Version = Content & { readonly subject: Subject; readonly range: DateRange; readonly bom: boolean };

const etagOf = (version: Version): string => `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`;
