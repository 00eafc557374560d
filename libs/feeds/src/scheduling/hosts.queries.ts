import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { Refetch } from '../refetches/refetch.entity.js';
import { FeedHost } from './feed-host.entity.js';

/** Limits of automatic refetches of one host, over all workers (contract 10.6). */
const HOST_INTERVAL_MS = 1000;
export const MAX_RUNNING_PER_HOST = 2;

/** The host of a URL as workers share it; empty when the URL has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** A host's place in the order of turns; the time as PostgreSQL writes it, to the microsecond. */
export type Turn = { readonly host: string; readonly turnAt: string };

@Injectable()
export class HostsQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks hosts whose turn it is, those that have waited longest first. Hosts that another worker has locked are left
   * to it.
   * @param after begins behind this one
   */
  async lockDue(tx: EntityManager, limit: number, after?: Turn): Promise<Turn[]> {
    return tx.query<Turn[]>(
      `SELECT host, turn_at::text AS "turnAt" FROM feed_hosts
        WHERE turn_at <= $1 AND ($3::timestamptz IS NULL OR (turn_at, host) > ($3, $4)) ORDER BY turn_at, host LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [this.clock.now(), limit, after?.turnAt ?? null, after?.host ?? null],
    );
  }

  /** Records a request to hosts: they get no other within the interval. */
  async asked(tx: EntityManager, hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    const free = new Date(this.clock.now().getTime() + HOST_INTERVAL_MS);
    await tx.query(
      `UPDATE feed_hosts h SET free_at = greatest(free_at, $2), turn_at = greatest(turn_at, $2)
        WHERE host IN (SELECT host FROM feed_hosts WHERE host = ANY ($1) ORDER BY host FOR UPDATE)`,
      [hosts, free],
    );
  }

  /** Plans the next turn of hosts that had nothing due: when their next feed is due, and not within the interval. */
  async lookedAt(tx: EntityManager, hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    const soonest = new Date(this.clock.now().getTime() + HOST_INTERVAL_MS);
    await tx.query(
      `UPDATE feed_hosts h
          SET turn_at = greatest($2, free_at, coalesce((SELECT min(next_refetch_at) FROM feeds f WHERE f.host = h.host), 'infinity'))
        WHERE host = ANY ($1)`,
      [hosts, soonest],
    );
  }

  /**
   * Asks for a turn at a host that a redirect leads to.
   * @param refetchId counts from now on as a refetch of that host
   * @returns null when the host may be asked now, else when to try again
   */
  async enter(host: string, refetchId: string): Promise<Date | null> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now();
      await tx.query(`INSERT INTO feed_hosts (host, free_at, turn_at) VALUES ($1, $2, 'infinity') ON CONFLICT DO NOTHING`, [host, now]);
      const turns = await tx.findOne(FeedHost, { where: { host }, lock: { mode: 'pessimistic_write' } });
      if (turns && turns.freeAt > now) return turns.freeAt;
      const running = await tx.countBy(Refetch, { host, status: 'fetching', dueAt: MoreThan(now) });
      if (running >= MAX_RUNNING_PER_HOST) return new Date(now.getTime() + HOST_INTERVAL_MS);
      await this.asked(tx, [host]);
      await tx.update(Refetch, { id: refetchId }, { host });
      return null;
    });
  }

  /** Records when a host may be requested again (`Retry-After`). */
  async rest(tx: EntityManager, host: string, until: Date): Promise<void> {
    await tx.query(
      `INSERT INTO feed_hosts AS h (host, free_at, turn_at) VALUES ($1, $2, $2)
       ON CONFLICT (host) DO UPDATE SET free_at = greatest(h.free_at, $2), turn_at = greatest(h.turn_at, $2)`,
      [host, until],
    );
  }

  /** Plans the next turn of hosts for the earliest time at which one of their feeds is due. */
  async expect(tx: EntityManager, turns: readonly Pick<FeedHost, 'host' | 'turnAt'>[]): Promise<void> {
    const first = new Map<string, Date>();
    for (const { host, turnAt } of turns) first.set(host, turnAt < (first.get(host) ?? turnAt) ? turnAt : (first.get(host) ?? turnAt));
    const inOrder = [...first].sort(([one], [other]) => (one < other ? -1 : 1)); // so that two workers cannot deadlock
    await tx.query(
      `INSERT INTO feed_hosts AS h (host, free_at, turn_at) SELECT host, $3, turn_at FROM unnest($1::text[], $2::timestamptz[]) AS n (host, turn_at)
       ON CONFLICT (host) DO UPDATE SET turn_at = greatest(h.free_at, least(h.turn_at, excluded.turn_at))`,
      [inOrder.map(([host]) => host), inOrder.map(([, turnAt]) => turnAt), this.clock.now()],
    );
  }
}
