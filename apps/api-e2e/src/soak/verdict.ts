import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Receiver } from '../receiver.js';
import type { Stack } from '../stack.js';
import { holds, type HonestUser, type Written } from './honest-user.js';
import type { Measures } from './measures.js';
import type { SoakClient } from './soak-client.js';

type Delivered = {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly body: string;
};

/** Looks for everything that was accepted of one user. @returns what is missing, in words */
export class Verdict {
  readonly missing: string[] = [];
  readonly counted = { transcripts: 0, chapters: 0, uploads: 0, stocks: 0, refetches: 0, events: 0, redirects: 0, downloads: 0 };

  constructor(
    private readonly user: HonestUser,
    private readonly userId: string,
    private readonly api: SoakClient,
    private readonly stack: Stack,
  ) {}

  async look(receiver: Receiver, measures: Measures): Promise<this> {
    const { ledger } = this.user;
    this.missing.push(...ledger.contradictions);
    await this.documents(ledger.transcripts, 'transcript');
    await this.documents(ledger.chapters, 'chapters');
    await this.uploads();
    await this.stocks();
    await this.refetches();
    await this.events(receiver);
    await this.downloads(measures);
    return this;
  }

  private async documents(documents: ReadonlyMap<string, Written>, what: 'transcript' | 'chapters'): Promise<void> {
    for (const [episode, written] of documents) {
      const { status, text } = await this.api.get(`/api/v1/episodes/${episode}/${what}`);
      this.counted[what === 'chapters' ? 'chapters' : 'transcripts'] += 1;
      if (written.accepted === null && status === 404) continue; // it was never accepted
      if (status !== 200 || !holds(text, written)) this.missing.push(`the ${what} of episode ${episode}`);
    }
  }

  private async uploads(): Promise<void> {
    for (const { id, bytes } of this.user.ledger.uploads) {
      const { json } = await this.api.get(`/api/v1/uploads/${id}`);
      const stored = await readFile(join(this.stack.dir, 'uploads', id)).catch(() => null);
      this.counted.uploads += 1;
      if (json?.data?.status !== 'completed' || !stored?.equals(bytes)) this.missing.push(`upload ${id}`);
    }
  }

  private async stocks(): Promise<void> {
    for (const [id, ends] of this.user.ledger.stocks) {
      const { json } = await this.api.get(`/api/v1/video-stocks/${id}`);
      this.counted.stocks += 1;
      const status: unknown = json?.data?.status;
      if (!ends.includes(String(status))) this.missing.push(`stock ${id} is ${String(status)}, not ${ends.join(' or ')}`);
    }
  }

  private async refetches(): Promise<void> {
    const ids = [...this.user.ledger.refetches];
    const rows = await this.stack.query<{ id: string; status: string; failure_code: string | null }>(
      'SELECT id, status, failure_code FROM rss_refetches WHERE id = ANY ($1::uuid[])',
      [ids],
    );
    this.counted.refetches += ids.length;
    if (rows.length < ids.length) this.missing.push(`${ids.length - rows.length} refetches`);
    for (const { id, status, failure_code } of rows)
      if (!['succeeded', 'not_modified'].includes(status)) this.missing.push(`refetch ${id} is ${status} (${failure_code})`);
  }

  /** Every committed event is delivered with its own bytes, and every change of a stock has exactly one. */
  private async events(receiver: Receiver): Promise<void> {
    const events = await this.stack.query<Delivered>(
      `SELECT event_id AS id, event_type AS type, status, outcome, (SELECT ev.body FROM events ev WHERE ev.id = event_id) AS body FROM webhook_deliveries
        WHERE user_id = $1 AND event_type <> 'webhook.verification'`,
      [this.userId],
    );
    const received = new Map(receiver.received.map(({ event, body }) => [event.id, body]));
    for (const { id, status, outcome, body } of events)
      if (status !== 'delivered' || received.get(id) !== body) this.missing.push(`event ${id} is ${status} (${outcome})`);
    const told = events.map(({ type, body }) => `${type} ${(JSON.parse(body) as { data: { id: string } }).data.id}`).sort();
    const ended = await this.stack.query<{ told: string }>(
      `SELECT 'video_stock.' || s.status || ' ' || s.id AS told FROM video_stocks s JOIN podcasts p ON p.id = s.podcast_id
        WHERE p.owner_id = $1 AND s.status IN ('matched', 'failed') ORDER BY 1`,
      [this.userId],
    );
    this.counted.events += events.length;
    if (JSON.stringify(told) !== JSON.stringify(ended.map((row) => row.told)))
      this.missing.push(`${ended.length} stocks have ended, and ${told.length} events tell of it`);
  }

  /** A killed api process loses what it counted in its last second; what a fault touched may be missing. */
  private async downloads(measures: Measures): Promise<void> {
    const near = (at: number) => measures.outages.some(({ from, to }) => at >= from - 2000 && at <= to + 2000);
    const { redirects } = this.user.ledger;
    const certain = redirects.filter(({ at }) => !near(at)).length;
    const [row] = await this.stack.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM downloads d JOIN episodes e ON e.id = d.episode_id JOIN podcasts p ON p.id = e.podcast_id WHERE p.owner_id = $1`,
      [this.userId],
    );
    this.counted.redirects += redirects.length;
    this.counted.downloads += row?.n ?? 0;
    if ((row?.n ?? 0) < certain) this.missing.push(`${certain - (row?.n ?? 0)} of ${certain} downloads`);
  }
}
