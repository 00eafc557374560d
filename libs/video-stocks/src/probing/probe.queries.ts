import { newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { VideoStock } from '../video-stock.entity.js';

/** A stock whose container this process reads. `attempts` counts earlier attempts that did not end. */
export type Claimed = { readonly id: string; readonly uploadId: string; readonly claim: string; readonly attempts: number };

/** Milliseconds for which a claim holds unless it is renewed. */
export const LEASE_MS = 15_000;

/** Milliseconds between two renewals of a claim. */
export const RENEW_MS = 2000;

/** Milliseconds without a renewal after which a claim no longer keeps other files of its user waiting. */
const SILENT_MS = 3 * RENEW_MS;

/** Claims on stocks whose container is to be read. */
@Injectable()
export class ProbeQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims a due stock of the user whose last turn is the longest ago, the oldest first, unless a living worker reads a
   * file of that user: however many files a user has, another user's file waits for one turn at most, and they take one
   * thread of all workers.
   */
  async claimDue(): Promise<Claimed | null> {
    const claim = newId();
    const [[row]] = await this.db.query<[Omit<Claimed, 'claim'>[], number]>(CLAIM_DUE, [
      claim,
      this.after(0),
      this.after(LEASE_MS),
      this.after(LEASE_MS - SILENT_MS),
    ]);
    return row ? { ...row, claim } : null;
  }

  renew(claimed: Claimed): Promise<unknown> {
    return this.update(claimed, { probeDueAt: this.after(LEASE_MS) });
  }

  /** Counts an attempt once the storage has answered: operators see a file whose attempts do not end. */
  countAttempt(claimed: Claimed): Promise<unknown> {
    return this.update(claimed, { probeAttempts: claimed.attempts + 1 });
  }

  /** Releases a claim without a result: the attempt does not count, and the stock is due in `inMs` milliseconds. */
  releaseClaim(claimed: Claimed, inMs: number): Promise<unknown> {
    return this.update(claimed, { probeClaim: null, probeDueAt: this.after(inMs), probeAttempts: claimed.attempts });
  }

  private update({ id, claim: probeClaim }: Claimed, changes: Partial<VideoStock>): Promise<unknown> {
    return this.db.manager.update(VideoStock, { id, probeClaim }, changes);
  }

  private after(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}

/**
 * The due files `s` of one user, in the order of the index that begins with the user. A plain equality is served by the
 * index of what is due, too: while statistics were of an earlier state, PostgreSQL walked along that one, past the
 * files of all users, for every user.
 */
const DUE_OF = (owner: string): string =>
  `s.owner_id >= ${owner} AND (s.owner_id, s.probe_due_at) <= (${owner}, $2) AND s.status = 'processing' AND s.upload_id IS NOT NULL`;

/**
 * See {@link ProbeQueries.claimDue}. The recursion jumps from one user with files to the next, so that many files of
 * one cost nothing.
 */
export const CLAIM_DUE = `
  WITH RECURSIVE owner AS (
    (SELECT owner_id FROM video_stocks WHERE status = 'processing' AND upload_id IS NOT NULL ORDER BY owner_id LIMIT 1)
    UNION ALL
    SELECT (SELECT s.owner_id FROM video_stocks s
             WHERE s.status = 'processing' AND s.upload_id IS NOT NULL AND s.owner_id > o.owner_id ORDER BY s.owner_id LIMIT 1)
      FROM owner o WHERE o.owner_id IS NOT NULL
  ), reading AS MATERIALIZED ( -- two claims at the same moment may both find none of a user: then two are read
    SELECT owner_id FROM video_stocks WHERE status = 'processing' AND probe_claim IS NOT NULL AND probe_due_at > $4
  ), waiting AS (
    SELECT o.owner_id, t.last_turn_at, first.probe_due_at
      FROM owner o LEFT JOIN probe_turns t ON t.user_id = o.owner_id
     CROSS JOIN LATERAL (SELECT s.probe_due_at FROM video_stocks s
                          WHERE ${DUE_OF('o.owner_id')} ORDER BY s.owner_id, s.probe_due_at LIMIT 1) first
     WHERE o.owner_id NOT IN (SELECT owner_id FROM reading)
     ORDER BY t.last_turn_at NULLS FIRST, first.probe_due_at
  ), due AS (
    SELECT s.id, s.owner_id FROM waiting w
     CROSS JOIN LATERAL (SELECT s.id, s.owner_id FROM video_stocks s
                          WHERE ${DUE_OF('w.owner_id')} ORDER BY s.owner_id, s.probe_due_at LIMIT 1 FOR UPDATE SKIP LOCKED) s
     LIMIT 1
  ), turn AS (
    INSERT INTO probe_turns (user_id, last_turn_at) SELECT owner_id, clock_timestamp() FROM due
    ON CONFLICT (user_id) DO UPDATE SET last_turn_at = excluded.last_turn_at
  )
  UPDATE video_stocks s SET probe_claim = $1, probe_due_at = $3 FROM due WHERE s.id = due.id
  RETURNING s.id, s.upload_id AS "uploadId", s.probe_attempts AS attempts`;
