/** The features that publish: what the platform itself is made of, as it is built, without routes and jobs. */
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { JobsModule } from '@app/jobs';
import { newId } from '@app/database';
import { DatabaseModule } from '@app/database/start';
import { Encryption, Env } from '@app/env';
import { createLog, NoOutboundModule, ProcessModule } from '@app/process/start';
import { loadEnvironment, persistence } from '@app/product';
import { eventBody, newSigningSecret, OutboxModule, EventPublisher } from '@app/outbox';
import { WebhooksModule } from '@app/webhooks';
import { RateLimitModule } from '@app/rate-limit';
import { NestFactory } from '@nestjs/core';
import { DataSource, type EntityManager } from 'typeorm';
import { serve } from './bench-child.ts';

class Publishing {}

const environment = loadEnvironment(process.env);
const log = createLog('publisher', 'error');
const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(persistence, 'publisher')];
const imports = [...platform, JobsModule.forRoot(environment.get(Env)), NoOutboundModule, RateLimitModule, OutboxModule, WebhooksModule];
const context = await NestFactory.createApplicationContext({ module: Publishing, imports }, { logger: ['error'] });
const db = context.get(DataSource);
const publisher = context.get(EventPublisher);
const encryption = context.get(Encryption);

const now = () => performance.timeOrigin + performance.now();

const event = (userId: string, number: number) => ({
  userId,
  podcastId: null,
  type: 'video_quota.low' as const,
  data: { usedSeconds: number, availableSeconds: 1000, remainingSeconds: 50 },
});

/** One that is read and sent to no destination. */
const listed = (userId: string, number: number) => ({
  userId,
  podcastId: null,
  type: 'chapters.stored' as const,
  data: { episode_id: userId, chapter_count: number },
});

/** @returns milliseconds of one */
async function each(count: number, work: (tx: EntityManager, number: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let number = 0; number < count; number += 1) await db.transaction((tx) => work(tx, number));
  return (performance.now() - began) / count;
}

serve({
  publishEach: ({ user, count }: { user: string; count: number }) =>
    each(count, (tx, number) => publisher.publish(tx, listed(user, number))),

  insertEach: ({ user, count }: { user: string; count: number }) =>
    each(count, (tx, number) => {
      const [id, createdAt] = [newId(), new Date()];
      const body = eventBody({ id, createdAt, ...listed(user, number) });
      return tx.query(
        `INSERT INTO bench_events (id, user_id, type, podcast_id, body, created_at, position) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, user, 'chapters.stored', null, body, createdAt, number],
      );
    }),

  /** Users, each with an active destination. @param hosts */
  destinations: async (hosts: string[]) => {
    const users = hosts.map(() => newId());
    const endpoints = hosts.map(() => newId());
    await db.query(`INSERT INTO users (id, name, available_seconds) SELECT id, 'U', 1000 FROM unnest($1::uuid[]) AS u (id)`, [users]);
    await db.query(
      `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
       SELECT id, user_id, url, sealed, 'verified', now() FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) AS e (id, user_id, url, sealed)`,
      [endpoints, users, hosts.map((host) => `https://${host}/hook`), endpoints.map((id) => encryption.seal(newSigningSecret(), id))],
    );
    return users;
  },

  /** Events in transactions of a thousand, as a check of the quota writes them. @param task */
  publish: async ({ users, events }: { users: string[]; events: number }) => {
    const began = now();
    for (let number = 0; number < events; number += 1000) {
      const batch = Array.from({ length: Math.min(1000, events - number) }, (_, more) =>
        event(users[(number + more) % users.length] ?? '', number + more),
      );
      await db.transaction((tx) => publisher.publish(tx, ...batch));
    }
    return began;
  },

  /** Events at a fixed rate, one a transaction. @param task */
  paced: async ({
    users,
    perSecond,
    seconds,
    listed: isListed,
  }: {
    users: string[];
    perSecond: number;
    seconds: number;
    listed?: boolean;
  }) => {
    /** @type {Map<number, number>} just before each commit */
    const commits = new Map<number, number>();
    const began = performance.now() + 20;
    const written = [];
    for (let number = 0; number < perSecond * seconds; number += 1) {
      const early = began + (number * 1000) / perSecond - performance.now();
      if (early > 0) await sleep(early);
      written.push(
        db.transaction(async (tx) => {
          await publisher.publish(tx, (isListed ? listed : event)(users[number % users.length] ?? '', number));
          commits.set(number, now());
        }),
      );
    }
    await Promise.all(written);
    return commits;
  },
});
