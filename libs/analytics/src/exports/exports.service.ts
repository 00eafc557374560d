import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Env } from '@app/env';
import { Clock, FairSemaphore, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { rangeOf, type ExportAnalytics } from '../analytics.dto.js';
import { AnalyticsQueries, type EpisodeTitle, type Snapshot } from '../analytics.queries.js';
import { CSV_HEADER, csvCell } from './csv.js';
import { ExportSlots } from './export-slots.js';
import type { DateRange } from '../days/local-days.js';
import { downloadsIn, planOf } from '../days/plan.js';
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

/** An export that has not been taken by then is cut off (contract 12.4). */
const EXPORT_TIMEOUT_MS = 600_000;

/** Milliseconds that an export waits for a connection. */
const CONNECTION_TIMEOUT_MS = 30_000;

@Injectable()
export class ExportsService {
  /** Exports that are reading: at most a third of the pool, and one for each user. */
  private readonly readers: FairSemaphore;

  constructor(
    private readonly queries: AnalyticsQueries,
    private readonly slots: ExportSlots,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    { DATABASE_POOL_SIZE: connections }: Env,
  ) {
    const total = Math.max(1, Math.floor(connections / 3));
    this.readers = new FairSemaphore({ total, perKey: 1, timeoutMs: CONNECTION_TIMEOUT_MS });
  }

  /**
   * The figures of a range as a CSV file. Its beginning is read before this returns, so that every refusal comes before the first byte.
   * @throws AppError 422 `from_after_to`, `range_too_long`; 429 `too_many_exports`
   */
  async export({ userId, podcastId, query, has }: ExportRequest): Promise<ExportedFile> {
    const range = rangeOf(query);
    const ends: (() => Promise<void> | void)[] = [await this.slots.take(userId)];
    const end = async () => {
      for (const release of ends.splice(0).reverse()) await release();
    };
    try {
      ends.push(await this.readers.acquire(userId));
      const snapshot = await this.queries.open();
      ends.push(() =>
        snapshot.close().catch((err: unknown) => this.log.warn({ err }, 'the snapshot of an export was not closed properly')),
      );
      const { etag, start } = await this.prepare(snapshot, podcastId, range);
      if (has(etag)) {
        await end();
        return { etag, stream: null };
      }
      start();
      const first = CSV_HEADER + (await snapshot.nextLines());
      const [releaseSlot = () => undefined] = ends.splice(0, 1);
      const source = Readable.from(linesOf(snapshot, first)).once('close', () => void end());
      return { etag, stream: this.spooled(source, releaseSlot) };
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Prepares the file without reading it: its ETag, and a function that begins to read. */
  private async prepare(snapshot: Snapshot, podcastId: string, range: DateRange) {
    const titles = await snapshot.titles(podcastId);
    const { days, states, whole, daysOver } = await planOf(snapshot, { podcastId, range, now: this.clock.now() });
    const downloads = await downloadsIn(whole, { snapshot, podcastId, states });
    const etag = etagOf(podcastId, range, { titles, daysOver, downloads });
    const middles = titles.map(({ id, title }) => ({ id, middle: `,${id},${csvCell(title)},` }));
    return { etag, start: () => snapshot.startLines(podcastId, days, middles) };
  }

  /** A slow reader does not hold the connection: what it has not taken yet waits in a file. */
  private spooled(source: Readable, onClose: () => void | Promise<void>): Readable {
    const spool = new Spool({ timeoutMs: EXPORT_TIMEOUT_MS });
    spool.once('close', () => void onClose());
    pipeline(source, spool).catch((err: unknown) => this.log.info({ err }, 'an export was cut off'));
    return spool;
  }
}

/** The pieces of a file, until the snapshot has no more. */
async function* linesOf(snapshot: Snapshot, first: string): AsyncGenerator<string> {
  for (let piece = first; piece !== ''; piece = await snapshot.nextLines()) yield piece;
}

/** The parts of a file that can change. */
type Content = {
  readonly titles: readonly EpisodeTitle[];
  readonly downloads: number;
  /** They are its first ones. */
  readonly daysOver: number;
};

/** Strong: downloads are only ever added, so that as long as their number is the same, so are they. */
function etagOf(podcastId: string, range: DateRange, content: Content): string {
  const hash = createHash('sha256').update(JSON.stringify([podcastId, range, content]));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}
