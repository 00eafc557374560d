import { newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { NO_VALIDATORS, type Validators } from '../fetching/feed-client.js';
import { Refetch } from '../refetches/refetch.entity.js';
import { HostsQueries, MAX_RUNNING_PER_HOST, hostOf, type Turn } from './hosts.queries.js';

/** The slots of a process. A claim first chooses users with the fewest in use, among equals the longest waiting. */
export type Shares = {
  readonly free: number;
  /** Most slots of one user. */
  readonly perOwner: number;
  /** Slots in use, by user. */
  readonly running: ReadonlyMap<string, number>;
};

export type ClaimedRefetch = {
  readonly id: string;
  readonly podcastId: string;
  readonly ownerId: string;
  readonly claim: string;
  readonly attempts: number;
  /** It was not requested by a user, so it takes turns with others of its host, and requested ones come first. */
  readonly automatic: boolean;
  /** The podcast's feed; null if it no longer has one. */
  readonly url: string | null;
  /** Where permanent redirects of that URL led the last time. */
  readonly movedTo: string | null;
  readonly validators: Validators;
  /** Digest of the feed's stored text, in hex: empty if it is wanted but not fetched yet, null if it is not kept. */
  readonly source: string | null;
  /** Failures in a row before it. */
  readonly failures: number;
};

/** Milliseconds until a claim lapses unless it is renewed: the deadline of a fetch, and time to store its result. */
export const CLAIM_MS = 90_000;

/** Least milliseconds until a host is considered again after one of its feeds was claimed. */
const NEXT_LOOK_MS = 1_800_000;

/** Hosts that one statement considers, and statements of one claim while there are free slots. */
const HOSTS_BATCH_SIZE = 64;
const MAX_BATCHES = 20;

/** Claims due refetches: requested ones at once, automatic ones within the limits of their host. */
@Injectable()
export class ClaimsQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly hosts: HostsQueries,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds until the next refetch is due, or the turn of a host comes; negative when it is past. */
  async nothingDueForMs(): Promise<number> {
    const [next] = await this.db.query<[{ at: Date | null }]>(
      `SELECT least((SELECT due_at FROM rss_refetches WHERE status IN ('queued', 'fetching') ORDER BY due_at LIMIT 1),
                    (SELECT turn_at FROM feed_hosts WHERE turn_at < 'infinity' ORDER BY turn_at LIMIT 1)) AS at`,
    );
    return (next.at?.getTime() ?? Infinity) - this.clock.now().getTime();
  }

  /** Claims requested refetches, and any whose claim has lapsed. Another worker may have taken some meanwhile. */
  async claimRequested(shares: Shares): Promise<ClaimedRefetch[]> {
    const now = this.clock.now();
    const claim = newId();
    return this.db.transaction(async (tx) => {
      const chosen = await tx.query<{ id: string }[]>(
        `SELECT id
           FROM (SELECT r.id, r.due_at, ${placeOf('p.owner_id', 'r.due_at')} AS place
                   FROM rss_refetches r JOIN podcasts p ON p.id = r.podcast_id ${IN_USE} ON in_use.id = p.owner_id
                  WHERE r.status IN ('queued', 'fetching') AND r.due_at <= $3) due
          WHERE place <= $4 ORDER BY place, due_at LIMIT $5`,
        [...inUse(shares), now, shares.perOwner, shares.free],
      );
      if (chosen.length === 0) return [];
      const [rows] = await tx.query<[(FeedRow & Pick<ClaimedRefetch, 'id' | 'attempts' | 'automatic'>)[], number]>(
        `UPDATE rss_refetches r SET status = 'fetching', claim = $2, due_at = $4, attempts = r.attempts + 1, started_at = $3
           FROM podcasts p LEFT JOIN feeds f ON f.podcast_id = p.id
          WHERE p.id = r.podcast_id AND r.id IN (SELECT id FROM rss_refetches
                        WHERE id = ANY ($1) AND status IN ('queued', 'fetching') AND due_at <= $3 FOR UPDATE SKIP LOCKED)
         RETURNING r.id, r.attempts, r.automatic, ${FEED}`,
        [chosen.map(({ id }) => id), claim, now, this.lapse()],
      );
      const claimed = rows.map((row) => claimedOf(row, { ...row, claim }));
      const hosts = claimed.map(({ movedTo, url }) => hostOf(movedTo ?? url ?? ''));
      await tx.query('UPDATE rss_refetches r SET host = h.host FROM unnest($1::uuid[], $2::text[]) AS h (id, host) WHERE r.id = h.id', [
        claimed.map(({ id }) => id),
        hosts,
      ]);
      await this.hosts.asked(tx, [...new Set(hosts)]);
      return claimed;
    });
  }

  /** Claims automatic refetches, at most one for each host. Hosts of users who have used their share are skipped. */
  async claimAutomatic(shares: Shares): Promise<ClaimedRefetch[]> {
    let after: Turn | undefined;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const { claimed, last } = await this.db.transaction((tx) => this.claimAmong(tx, shares, after));
      if (claimed.length > 0 || last === undefined) return claimed;
      after = last;
    }
    return [];
  }

  /** @returns `last`: the last host that was considered; further ones may follow it */
  private async claimAmong(
    tx: EntityManager,
    shares: Shares,
    after?: Turn,
  ): Promise<{ readonly claimed: ClaimedRefetch[]; readonly last?: Turn | undefined }> {
    const turns = await this.hosts.lockDue(tx, HOSTS_BATCH_SIZE, after);
    const last = turns.length < HOSTS_BATCH_SIZE ? undefined : turns.at(-1);
    const due = turns.map(({ host }) => host);
    if (due.length === 0) return { claimed: [] };
    const candidates = await this.candidates(tx, due, shares);
    const offered = new Set(candidates.map(({ host }) => host));
    await this.hosts.lookedAt(tx, due.filter((host) => !offered.has(host))); // prettier-ignore
    const chosen = candidates.filter(({ place }) => place <= shares.perOwner).slice(0, shares.free);
    if (chosen.length === 0) return { claimed: [], last };
    const claimed = await this.begin(tx, chosen);
    await this.hosts.asked(tx, chosen.map(({ host }) => host)); // prettier-ignore
    return { claimed };
  }

  /**
   * The feed of each host that has been due for longest. A feed of a user whose share is used up is chosen only if the
   * host has no other. Hosts with the maximum of requests in progress are skipped. The chosen feeds are locked; feeds
   * that are locked already are skipped, since a request for a refetch locks its feed first.
   */
  private candidates(tx: EntityManager, hosts: readonly string[], shares: Shares): Promise<AutomaticCandidate[]> {
    const full = [...shares.running].filter(([, count]) => count >= shares.perOwner).map(([ownerId]) => ownerId);
    const order = full.length === 0 ? '' : 'p.owner_id = ANY ($5::uuid[]),'; // without it, the index gives the first
    return tx.query(
      `SELECT c.*, ${placeOf('c."ownerId"', 'c.next_refetch_at')} AS place
         FROM (SELECT h.host, f.*
                 FROM unnest($3::text[]) AS h (host)
                CROSS JOIN LATERAL (
                  SELECT f.next_refetch_at, ${FEED} FROM feeds f JOIN podcasts p ON p.id = f.podcast_id
                   WHERE f.host = h.host AND f.next_refetch_at <= $4 AND p.feed_url IS NOT NULL
                     AND NOT EXISTS (SELECT 1 FROM rss_refetches r WHERE r.podcast_id = f.podcast_id AND r.status IN ('queued', 'fetching'))
                   ORDER BY ${order} f.next_refetch_at LIMIT 1 FOR UPDATE OF f SKIP LOCKED) f
                WHERE ${MAX_RUNNING_PER_HOST} >
                      (SELECT count(*) FROM rss_refetches r WHERE r.status = 'fetching' AND r.host = h.host AND r.due_at > $4)) c
         ${IN_USE} ON in_use.id = c."ownerId" ORDER BY place, next_refetch_at`,
      [...inUse(shares), hosts, this.clock.now(), ...(full.length === 0 ? [] : [full])],
    );
  }

  private async begin(tx: EntityManager, chosen: readonly AutomaticCandidate[]): Promise<ClaimedRefetch[]> {
    const now = this.clock.now();
    const [ids, claim] = [chosen.map(() => newId()), newId()];
    const nextLook = new Date(now.getTime() + NEXT_LOOK_MS); // the end of the refetch sets the exact time
    const rows = await tx.query<{ id: string; podcast_id: string }[]>(
      `WITH planned AS (UPDATE feeds SET next_refetch_at = $7 WHERE podcast_id = ANY ($2::uuid[]))
       INSERT INTO rss_refetches (id, podcast_id, host, automatic, status, claim, attempts, requested_at, started_at, due_at)
       SELECT n.id, n.podcast_id, n.host, true, 'fetching', $4, 1, $5, $5, $6
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (id, podcast_id, host)
       ON CONFLICT (podcast_id) WHERE status IN ('queued', 'fetching') DO NOTHING RETURNING id, podcast_id`,
      [ids, chosen.map(({ podcastId }) => podcastId), chosen.map(({ host }) => host), claim, now, this.lapse(), nextLook],
    ); // prettier-ignore
    const begun = new Map(rows.map(({ id, podcast_id }) => [podcast_id, id]));
    return chosen.flatMap((feed) => {
      const id = begun.get(feed.podcastId);
      return id === undefined ? [] : [claimedOf(feed, { id, claim, attempts: 1, automatic: true })];
    });
  }

  async renew(claimed: ClaimedRefetch): Promise<void> {
    await this.db.manager.update(Refetch, held(claimed), { dueAt: this.lapse() });
  }

  /**
   * Releases a refetch that has not ended.
   * @param until when it is due again
   * @param counts whether the attempt counts
   */
  async release(claimed: ClaimedRefetch, until: Date, counts: boolean): Promise<void> {
    const attempts = claimed.attempts - (counts ? 0 : 1);
    const waiting = { status: 'queued', claim: null, host: null, dueAt: until, startedAt: null, attempts } as const;
    await this.db.manager.update(Refetch, held(claimed), waiting);
  }

  /** Deletes an automatic refetch whose host must not be requested at present, as if it had not begun. */
  async postpone(claimed: ClaimedRefetch, until: Date): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { affected } = await tx.delete(Refetch, held(claimed));
      if (affected === 0) return;
      const [rows] = await tx.query<[{ host: string }[], number]>(
        'UPDATE feeds SET next_refetch_at = $2 WHERE podcast_id = $1 AND host IS NOT NULL RETURNING host',
        [claimed.podcastId, until],
      );
      await this.hosts.expect(tx, rows.map(({ host }) => ({ host, turnAt: until }))); // prettier-ignore
    });
  }

  private lapse(): Date {
    return new Date(this.clock.now().getTime() + CLAIM_MS);
  }
}

/** The row of a refetch, while this claim holds. */
const held = ({ id, claim }: ClaimedRefetch) => ({ id, claim, status: 'fetching' }) as const;

/** Slots in use by user, as the parameters $1 and $2 of a statement. */
const IN_USE = 'LEFT JOIN unnest($1::uuid[], $2::int[]) AS in_use (id, count)';

const inUse = ({ running }: Shares) => [[...running.keys()], [...running.values()]];

/** The number of the slot that a user would have with it. */
const placeOf = (owner: string, dueAt: string) =>
  `(coalesce(in_use.count, 0) + row_number() OVER (PARTITION BY ${owner} ORDER BY ${dueAt}))::int`;

type AutomaticCandidate = FeedRow & { readonly host: string; readonly place: number };

type FeedRow = Omit<ClaimedRefetch, 'id' | 'claim' | 'attempts' | 'automatic' | 'validators'> &
  Omit<Validators, 'url'> & { readonly validatorsUrl: string | null };

/** The columns of a {@link FeedRow}, of `podcasts p` and `feeds f`. */
const FEED = `p.id AS "podcastId", p.owner_id AS "ownerId", p.feed_url AS url, coalesce(f.failures, 0) AS failures,
  CASE WHEN f.feed_url = p.feed_url THEN f.moved_to END AS "movedTo",
  f.url AS "validatorsUrl", f.etag, f.last_modified AS "lastModified",
  (SELECT coalesce(encode(s.digest, 'hex'), '') FROM feed_sources s WHERE s.podcast_id = p.id) AS source`;

type Claim = Pick<ClaimedRefetch, 'id' | 'claim' | 'attempts' | 'automatic'>;

function claimedOf({ podcastId, ownerId, url, movedTo, source, failures, ...sent }: FeedRow, claimed: Claim): ClaimedRefetch {
  const { id, claim, attempts, automatic } = claimed;
  const validators = source === '' ? NO_VALIDATORS : { url: sent.validatorsUrl, etag: sent.etag, lastModified: sent.lastModified };
  return { id, claim, attempts, automatic, podcastId, ownerId, url, movedTo, validators, source, failures };
}
