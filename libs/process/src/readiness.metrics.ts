import { Gauge, type Registry } from 'prom-client';
import type { Health } from './health.js';

/** Tells by reason why the process is not ready, so that an outage pages somebody while no request is answered (contract 16.8). */
export function readinessMetrics(health: Health, registry: Registry): void {
  new Gauge({
    name: 'process_not_ready',
    help: 'Whether this keeps the process from being ready (1) or not (0): the names of /health/ready.',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const missing = await health.missing();
      for (const reason of health.reasons) this.set({ reason }, missing.includes(reason) ? 1 : 0);
    },
  });
}
