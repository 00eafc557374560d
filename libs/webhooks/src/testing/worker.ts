import { aPublisher } from '@app/outbox/testing';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { Encryption, type Env } from '@app/env';
import { Clock, Metrics, type Health, type Outbound } from '@app/process';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { DeliveriesQueries } from '../deliveries/deliveries.queries.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { DeliveryMetrics } from '../deliveries/delivery.metrics.js';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { EndpointsQueries } from '../endpoints/endpoints.queries.js';
import { EndpointsService } from '../endpoints/endpoints.service.js';
import { NewEndpoints } from '../endpoints/new-endpoints.js';
import type { WebhooksEnv } from '../webhooks.env.js';
import type { ClaimsQueries } from '../dispatch/claims.queries.js';
import { OpenRange } from '../dispatch/open-range.queries.js';
import { ClockQueries } from '../dispatch/clock.queries.js';
import { Attempts, Dispatcher } from '../dispatch/dispatcher.js';
import { DatabaseOutage, Recorder, Verifications } from '../dispatch/recorder.js';
import { Sender } from '../dispatch/sender.js';
import { SweepQueries } from '../dispatch/sweep.queries.js';
import { Sweep, Sweeper } from '../dispatch/sweeper.js';
import { claimsOn } from './attempts.js';

const TEST_ENV = { WEBHOOK_TIMEOUT_MS: 500, WEBHOOK_RETRY_DELAYS: [60, 60, 60, 60, 60], WEBHOOK_REGISTRATIONS_PER_HOUR: 5 };

type WorkerOptions = {
  readonly outbound: Outbound;
  readonly health: Health;
  readonly env?: Partial<WebhooksEnv>;
  readonly claims?: ClaimsQueries;
  readonly sweeps?: SweepQueries;
};

/** A worker's dispatcher on a test's database. It has no queue: the test wakes it. */
export function aWorker(
  db: DataSource,
  { outbound, health, env: over = {}, claims = claimsOn(db), sweeps = new SweepQueries(db, new OpenRange(db)) }: WorkerOptions,
) {
  const env = { ...TEST_ENV, ...over } as WebhooksEnv;
  const lines: string[] = [];
  const log = pino({}, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));
  const encryption = new Encryption(randomBytes(32).toString('base64'));
  const clock = new Clock();
  const queries = new DeliveriesQueries(db);
  const [backlogs, locks] = [new BacklogsQueries(db), new EndpointsQueries()];
  const endpoints = new EndpointsService(db, locks, backlogs, aPublisher(), new NewEndpoints(outbound, encryption, clock), env);
  const deliveries = new DeliveriesService(db, queries, locks, aPublisher(), env, clock);
  const metrics = new DeliveryMetrics(new Metrics());
  const outage = new DatabaseOutage(log);
  const sender = new Sender(claims, outbound, encryption, env, clock, log);
  const verifications = new Verifications(db, claims, backlogs);
  const recorder = new Recorder(claims, verifications, metrics, env, outage, log);
  const platform = { DRAIN_TIMEOUT_MS: 10_000 } as Partial<Env> as Env;
  const dispatcher = new Dispatcher(claims, new Attempts(sender, recorder, outage, metrics), outage, platform, env, health);
  const sweep = new Sweep(sweeps, new ClockQueries(db, []), backlogs, verifications, env, log);
  const sweeper = new Sweeper(sweeps, sweep, dispatcher, outage, health);
  return { dispatcher, sweeper, endpoints, deliveries, backlogs, encryption, lines };
}
