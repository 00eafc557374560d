import { Health } from '@app/process';
import { HealthIndicatorService } from '@nestjs/terminus';
import type { DataSource } from 'typeorm';
import { needDatabase } from '../health.queries.js';

/** A process's health on a test's database. */
export function healthOn(db: DataSource): Health {
  const health = new Health(new HealthIndicatorService());
  needDatabase(health, db);
  return health;
}
