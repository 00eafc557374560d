import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Encryption } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { normalizeIp } from '@nestjs/throttler';
import { DataSource, In } from 'typeorm';
import { ListenerKey } from './counting.entities.js';
import { REDIRECT_DATABASE } from '../redirect-database.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** For so long after a listener's counted download another one of the same episode does not count (decisions 12). */
export const WINDOW_MS = 6 * HOUR_MS;

/** A key is there so long before its day begins: the first listeners of a day need not wait for it. */
const AHEAD_MS = 60_000;

/** Most characters of a user agent that tell listeners apart. */
const AGENT_LENGTH = 512;

/** Who asks: neither is stored or logged. An IPv6 client has a whole /64 to itself, so that is its address. */
export type Listener = { readonly address: string; readonly agent: string };

/**
 * The keys under which listeners are hashed: one a UTC day, the same for all processes, sealed at rest. Once a key is forgotten,
 * nobody can tell any more who a hash of its day stands for, nor that two hashes of different days are the same listener's.
 */
@Injectable()
export class ListenerKeys {
  // As objects of Node's: from bytes, making one would cost ten times what hashing does.
  private keys: ReadonlyMap<string, KeyObject> = new Map();
  private prepared = '';

  constructor(
    @InjectDataSource(REDIRECT_DATABASE) private readonly db: DataSource,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Sees to it that {@link hashesOf} has the keys that it needs now and in the next moments. Two processes at once agree on one.
   * @throws Error when the database is away, or a key cannot be opened
   */
  async prepare(now: Date): Promise<void> {
    const wanted = [...new Set([dayOf(now), dayOf(now, AHEAD_MS)])];
    const days = isEarly(now) ? [dayOf(now, -DAY_MS), ...wanted] : wanted;
    if (days.join() === this.prepared) return;
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

  /** So that the encryption key before can be taken away at once. */
  private async reseal(day: string, sealed: Buffer): Promise<void> {
    const anew = this.encryption.seal(this.encryption.open(sealed, contextOf(day)), contextOf(day));
    await this.db.manager.update(ListenerKey, { day }, { sealed: anew });
  }

  /** @returns null when the key of the day is not there */
  hashesOf({ address, agent }: Listener, now: Date): { readonly listener: string; readonly earlier: string | null } | null {
    const today = this.keys.get(dayOf(now));
    if (!today) return null;
    const yesterday = isEarly(now) ? this.keys.get(dayOf(now, -DAY_MS)) : undefined;
    const who = `${normalizeIp(address)}\0${agent.slice(0, AGENT_LENGTH)}`;
    return { listener: hash(today, who), earlier: yesterday ? hash(yesterday, who) : null };
  }
}

function hash(key: KeyObject, who: string): string {
  return createHmac('sha256', key).update(who).digest('base64url').slice(0, 22); // 132 bits
}

/** In the first hours of a day a listener may have been counted the day before. */
function isEarly(now: Date): boolean {
  return now.getTime() % DAY_MS < WINDOW_MS;
}

/** The UTC day of a moment, as `YYYY-MM-DD`. */
export function dayOf(now: Date, plusMs = 0): string {
  return new Date(now.getTime() + plusMs).toISOString().slice(0, 10);
}

const contextOf = (day: string) => `listener key of ${day}`;
