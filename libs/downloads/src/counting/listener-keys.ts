import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Encryption } from '@app/env';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { normalizeIp } from '@nestjs/throttler';
import { DataSource, In } from 'typeorm';
import { ListenerKey } from './counting.entities.js';
import { REDIRECT_DATABASE } from '../redirect-database.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Until then after a counted download, the listener's next one of the episode does not count (contract 12.6). */
export const WINDOW_MS = 6 * HOUR_MS;

/** A key is made a day ahead, so that a process counts listeners while the database is away over midnight. */
const MADE_AHEAD_MS = DAY_MS;

/** Characters of a user agent that are hashed. */
const MAX_AGENT_LENGTH = 512;

/** The client of a request; neither part is stored or logged. An IPv6 client counts by its /64. */
type Listener = { readonly address: string; readonly agent: string };

/**
 * The keys under which listeners are hashed: one a UTC day, the same for all processes, sealed at rest. Once a key is
 * deleted, a hash of its day cannot be traced to a listener, and hashes of different days cannot be linked.
 */
@Injectable()
export class ListenerKeys {
  // Key objects, because an HMAC over raw key bytes takes ten times as long.
  private keys: ReadonlyMap<string, KeyObject> = new Map();
  private prepared = '';

  constructor(
    @InjectDataSource(REDIRECT_DATABASE) private readonly db: DataSource,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Loads the keys that {@link hashesOf} needs now and on the next day, and makes missing ones. Two processes agree on
   * one key.
   * @throws Error when the database is unavailable, or a key cannot be decrypted
   */
  async prepare(now: Date): Promise<void> {
    const wanted = [dayOf(now), dayOf(now, MADE_AHEAD_MS)];
    const days = isEarly(now) ? [dayOf(now, -DAY_MS), ...wanted] : wanted;
    if (days.join() === this.prepared) return;
    this.keys = new Map([...this.keys].filter(([day]) => days.includes(day)));
    for (const day of wanted) {
      if (this.keys.has(day)) continue;
      const sealed = this.encryption.seal(randomBytes(32).toString('base64'), contextOf(day));
      // Another process may have made the key of that day: the first one stays.
      await this.db.createQueryBuilder().insert().into(ListenerKey).values({ day, sealed }).orIgnore().execute();
    }
    const rows = await this.db.manager.findBy(ListenerKey, { day: In(days) });
    this.keys = new Map(rows.map(({ day, sealed }) => [day, createSecretKey(this.encryption.open(sealed, contextOf(day)), 'base64')]));
    for (const { day, sealed } of rows) if (!this.encryption.isCurrent(sealed)) await this.reseal(day, sealed);
    this.prepared = days.join();
  }

  /** Seals a key with the present encryption key, so that the previous one can be removed at once. */
  private async reseal(day: string, sealed: Buffer): Promise<void> {
    const anew = this.encryption.seal(this.encryption.open(sealed, contextOf(day)), contextOf(day));
    await this.db.manager.update(ListenerKey, { day }, { sealed: anew });
  }

  /** @returns null when the key of the day is not loaded */
  hashesOf({ address, agent }: Listener, now: Date): { readonly listener: string; readonly earlier: string | null } | null {
    const today = this.keys.get(dayOf(now));
    if (!today) return null;
    const yesterday = isEarly(now) ? this.keys.get(dayOf(now, -DAY_MS)) : undefined;
    const identity = `${normalizeIp(address)}\0${agent.slice(0, MAX_AGENT_LENGTH)}`;
    return { listener: hash(today, identity), earlier: yesterday ? hash(yesterday, identity) : null };
  }
}

function hash(key: KeyObject, identity: string): string {
  return createHmac('sha256', key).update(identity).digest('base64url').slice(0, 22); // 132 bits
}

/** In the first hours of a day a listener may have been counted the day before. */
function isEarly(now: Date): boolean {
  return now.getTime() % DAY_MS < WINDOW_MS;
}

/** The UTC day of a point in time, as `YYYY-MM-DD`. */
export function dayOf(now: Date, plusMs = 0): string {
  return new Date(now.getTime() + plusMs).toISOString().slice(0, 10);
}

const contextOf = (day: string) => `listener key of ${day}`;
