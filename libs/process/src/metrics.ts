import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from './health.js';
import { productVersion } from './version.js';

/** Sets a gauge at each scrape. */
type Collect<Label extends string> = (this: Gauge<Label>) => void | Promise<void>;

/** The process's Prometheus registry, and what makes a metric of it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Seconds per request, by route pattern (never by path: ids would make a series each), method and status. */
  readonly requests = this.histogram(
    'http_request_duration_seconds',
    'Duration of HTTP requests in seconds.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ['method', 'route', 'status'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const labels = { version: productVersion(), node: process.version };
    this.gauge('build_info', 'Always 1: the labels tell what runs.', ['version', 'node']).set(labels, 1);
  }

  counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  gauge<Label extends string>(name: string, help: string, labelNames: Label[] = [], collect?: Collect<Label>): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry], ...(collect && { collect }) });
  }

  histogram<Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }
}

/** Tells why the process is not ready, so that an outage pages somebody while no request is served (contract 16.8). */
export function readinessMetrics(health: Health, metrics: Metrics): void {
  const help = 'Whether this keeps the process from being ready (1) or not (0): the names of /health/ready.';
  metrics.gauge('process_not_ready', help, ['reason'], async function () {
    const missing = await health.missing();
    for (const reason of health.reasons) this.set({ reason }, missing.includes(reason) ? 1 : 0);
  });
}

/** Tells whether Redis is usable, without asking it. */
export function redisMetrics(redis: Redis, metrics: Metrics): void {
  metrics.gauge('redis_up', 'Whether the connection to Redis is usable (1) or not (0).', [], function () {
    this.set(redis.status === 'ready' ? 1 : 0);
  });
}
