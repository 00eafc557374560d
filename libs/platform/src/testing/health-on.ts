import { HealthIndicatorService } from '@nestjs/terminus';
import type { DataSource } from 'typeorm';
import { Health } from '../process/health.js';

/** A process's health on a test's database, without Redis. */
export const healthOn = (db: DataSource): Health => new Health(new HealthIndicatorService(), db, null);
