import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { productVersion } from './version.js';

/** The process's Prometheus registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Seconds per request, by route pattern (never by path: ids would make a series each), method and status. */
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'build_info',
      help: 'Always 1; the labels tell what runs.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: productVersion(), node: process.version }, 1);
  }
}
