import { Clock, newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { EpisodeChanges, Identities, KnownEpisode } from './episode-changes.js';
import type { Validators } from './fetching/feed-client.js';
import { Feed } from './feed.entity.js';
import { Refetch } from './refetch.entity.js';
import { nextRefetchAt } from './refetch-schedule.js';

/** A refetch that this process is to do. */
export type ClaimedRefetch = {
  readonly id: string;
  readonly podcastId: string;
  readonly claim: string;
  readonly attempts: number;
  readonly url: string | null;
  readonly validators: Validators;
};

/** What becomes of a refetch. */
export type Result = Partial<
  Pick<
    Refetch,
    'httpStatus' | 'episodesCreated' | 'episodesUpdated' | 'stocksMatched' | 'failureCode' | 'failureLine' | 'failureColumn' | 'warnings'
  >
> &
  Pick<Refetch, 'status'>;

/** Milliseconds for which a claim holds: the deadline of a fetch, and time to take it over. */
const CLAIM_MS = 90_000;

/** Episodes that a podcast keeps. */
const MAX_EPISODES_OF_PODCAST = 100_000;

type EpisodeRow = {
  readonly id: string;
  readonly guid: string | null;
  readonly title: string;
  readonly duration_seconds: number | null;
  readonly published_at: Date | null;
  readonly audio_url: string | null;
};

const EPISODE = 'id, guid, title, duration_seconds, published_at, audio_url';

/** As {@link audioKey} has it. */
const AUDIO_KEY = `split_part(split_part(audio_url, '?', 1), '#', 1)`;

/** Episodes that one statement writes: putting it into words holds up everything else in this process. */
const WRITTEN_AT_ONCE = 2000;

/** Podcasts that are begun with at one tick: after a pause, not all feeds are asked for at once. */
const AT_A_TICK = 100;

@Injectable()
export class RefetchesQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The podcast's latest refetch, whoever asked for it. */
  latest(podcastId: string, tx: EntityManager = this.db.manager): Promise<Refetch | null> {
    return tx.createQueryBuilder(Refetch, 'r').where('r.podcast_id = :podcastId', { podcastId }).orderBy('r.id', 'DESC').limit(1).getOne();
  }

  /**
   * Locks what is remembered of the feed: those who ask for a refetch of one podcast take turns.
   * @returns the URL of the feed, or null when the podcast has none
   */
  async lock(tx: EntityManager, podcastId: string): Promise<string | null> {
    const next = nextRefetchAt(podcastId, this.clock.now());
    await tx.query('INSERT INTO feeds (podcast_id, next_refetch_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [podcastId, next]);
    const [row] = await tx.query<{ feed_url: string | null }[]>(
      'SELECT p.feed_url FROM feeds f JOIN podcasts p ON p.id = f.podcast_id WHERE f.podcast_id = $1 FOR UPDATE OF f',
      [podcastId],
    );
    return row?.feed_url ?? null;
  }

  /** @returns null when one is running */
  async insert(tx: EntityManager, podcastId: string): Promise<Refetch | null> {
    const now = this.clock.now();
    const id = newId();
    const [row] = await tx.query<{ id: string }[]>(
      `INSERT INTO rss_refetches (id, podcast_id, requested_at, due_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (podcast_id) WHERE status IN ('queued', 'fetching') DO NOTHING RETURNING id`,
      [id, podcastId, now],
    );
    return row ? tx.findOneByOrFail(Refetch, { id }) : null;
  }

  /** Takes the refetch that has waited longest, or one whose claim has lapsed. */
  async claimDue(): Promise<ClaimedRefetch | null> {
    const claim = newId();
    const now = this.clock.now();
    const [[row]] = await this.db.query<
      [
        { id: string; podcast_id: string; attempts: number; feed_url: string | null; etag: string | null; last_modified: string | null }[],
        number,
      ]
    >(
      `UPDATE rss_refetches r SET status = 'fetching', claim = $1, due_at = $3, attempts = r.attempts + 1, started_at = $2
         FROM podcasts p LEFT JOIN feeds f ON f.podcast_id = p.id AND f.url = p.feed_url
        WHERE p.id = r.podcast_id AND r.id = (SELECT id FROM rss_refetches WHERE status IN ('queued', 'fetching') AND due_at <= $2
                                               ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING r.id, r.podcast_id, r.attempts, p.feed_url, f.etag, f.last_modified`,
      [claim, now, new Date(now.getTime() + CLAIM_MS)],
    );
    if (!row) return null;
    const { id, podcast_id: podcastId, attempts, feed_url: url, etag, last_modified: lastModified } = row;
    return { id, podcastId, claim, attempts, url, validators: { etag, lastModified } };
  }

  /** Gives a refetch back that has not ended: it is due at once, and the attempt does not count. */
  async unclaim({ id, claim }: ClaimedRefetch): Promise<void> {
    await this.db.query(
      `UPDATE rss_refetches SET status = 'queued', claim = NULL, due_at = $3, started_at = NULL, attempts = attempts - 1
        WHERE id = $1 AND claim = $2 AND status = 'fetching'`,
      [id, claim, this.clock.now()],
    );
  }

  /**
   * Ends a refetch and plans the next one. Validators are kept only of what was taken over.
   * @returns false when somebody else has it by now: then the transaction must not be committed
   */
  async finish(
    tx: EntityManager,
    { id, claim, podcastId, url }: ClaimedRefetch,
    result: Result,
    validators?: Validators,
  ): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await tx.update(Refetch, { id, claim, status: 'fetching' }, { ...result, finishedAt: now, claim: null });
    if (!affected) return false;
    const failed = result.status === 'failed';
    const [row] = await tx.query<{ failures: number }[]>('SELECT failures FROM feeds WHERE podcast_id = $1', [podcastId]);
    const failures = failed ? (row?.failures ?? 0) + 1 : 0;
    const kept = validators ? { url, ...validators } : {};
    await tx.upsert(Feed, { podcastId, failures, nextRefetchAt: nextRefetchAt(podcastId, now, failures), ...kept }, ['podcastId']);
    return true;
  }

  /** Episodes of a podcast that items of a feed may be: of each guid and of each {@link audioKey} one, however many there are. */
  async known(tx: EntityManager, podcastId: string, { guids, audio, audioAlone }: Identities): Promise<KnownEpisode[]> {
    const byGuid = await tx.query<EpisodeRow[]>(`SELECT ${EPISODE} FROM episodes WHERE podcast_id = $1 AND guid = ANY ($2)`, [
      podcastId,
      [...guids],
    ]);
    const firstByAudio = (which: string, keys: ReadonlySet<string>) =>
      keys.size === 0
        ? []
        : tx.query<EpisodeRow[]>(
            `SELECT DISTINCT ON (${AUDIO_KEY}) ${EPISODE} FROM episodes
              WHERE podcast_id = $1 AND ${which} AND ${AUDIO_KEY} = ANY ($2) ORDER BY ${AUDIO_KEY}, id`,
            [podcastId, [...keys]],
          );
    const withoutGuid = await firstByAudio('guid IS NULL', audio);
    const withGuid = await firstByAudio('guid IS NOT NULL', audioAlone);
    const rows = new Map([...byGuid, ...withoutGuid, ...withGuid].map((row) => [row.id, row]));
    return [...rows.values()].map((row) => ({
      id: row.id,
      guid: row.guid,
      title: row.title,
      durationSeconds: row.duration_seconds,
      publishedAt: row.published_at,
      audioUrl: row.audio_url,
    }));
  }

  /** Whether so many more episodes fit into the podcast. */
  async hasRoomFor(tx: EntityManager, podcastId: string, more: number): Promise<boolean> {
    const [row] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM (SELECT FROM episodes WHERE podcast_id = $1 LIMIT $2) AS kept',
      [podcastId, MAX_EPISODES_OF_PODCAST],
    );
    return (row?.count ?? 0) + more <= MAX_EPISODES_OF_PODCAST;
  }

  /** Writes what a feed changes, some at a time. */
  async write(tx: EntityManager, podcastId: string, { created, updated }: EpisodeChanges): Promise<void> {
    const oldestFirst = [...created].reverse(); // feeds begin with the newest, and ids are in the order of creation
    for (const some of batches(oldestFirst)) {
      await tx.query(
        `INSERT INTO episodes (id, podcast_id, guid, title, duration_seconds, published_at, audio_url, created_at)
         SELECT e.id, $1, e.guid, e.title, e.duration, e.published, e.audio, $8
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::text[]) AS e (id, guid, title, duration, published, audio)`,
        [podcastId, some.map(() => newId()), ...columns(some), this.clock.now()],
      );
    }
    for (const some of batches(updated)) {
      await tx.query(
        `UPDATE episodes AS old
            SET guid = e.guid, title = e.title, duration_seconds = e.duration, published_at = e.published, audio_url = e.audio
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::text[]) AS e (id, guid, title, duration, published, audio)
          WHERE old.id = e.id`,
        [some.map(({ id }) => id), ...columns(some)],
      );
    }
  }

  /** Queues refetches of feeds that are due by themselves. @returns how many */
  async queueDue(): Promise<number> {
    const now = this.clock.now();
    const fresh = await this.db.query<{ id: string; created_at: Date }[]>(
      `SELECT id, created_at FROM podcasts p
        WHERE feed_url IS NOT NULL AND NOT EXISTS (SELECT 1 FROM feeds f WHERE f.podcast_id = p.id) LIMIT 1000`,
    );
    for (const { id, created_at } of fresh) {
      const values = [id, nextRefetchAt(id, created_at)];
      await this.db.query('INSERT INTO feeds (podcast_id, next_refetch_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', values);
    }
    const due = await this.db.query<{ podcast_id: string }[]>(
      `SELECT f.podcast_id FROM feeds f JOIN podcasts p ON p.id = f.podcast_id
        WHERE f.next_refetch_at <= $1 AND p.feed_url IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM rss_refetches r WHERE r.podcast_id = f.podcast_id AND r.status IN ('queued', 'fetching'))
        ORDER BY f.next_refetch_at LIMIT $2`,
      [now, AT_A_TICK],
    );
    let queued = 0;
    for (const { podcast_id } of due) if (await this.insert(this.db.manager, podcast_id)) queued += 1;
    return queued;
  }

  /** Deletes finished refetches from before, but for the latest of each podcast. @returns how many went */
  async deleteFinishedBefore(time: Date): Promise<number> {
    const [, deleted] = await this.db.query<[unknown, number]>(
      `DELETE FROM rss_refetches r WHERE finished_at < $1
          AND EXISTS (SELECT 1 FROM rss_refetches later WHERE later.podcast_id = r.podcast_id AND later.id > r.id)`,
      [time],
    );
    return deleted;
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += WRITTEN_AT_ONCE) yield all.slice(at, at + WRITTEN_AT_ONCE);
}

function columns(episodes: readonly Omit<KnownEpisode, 'id'>[]): unknown[][] {
  return [
    episodes.map(({ guid }) => guid),
    episodes.map(({ title }) => title),
    episodes.map(({ durationSeconds }) => durationSeconds),
    episodes.map(({ publishedAt }) => publishedAt),
    episodes.map(({ audioUrl }) => audioUrl),
  ];
}
