import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { ReadDatabase } from '../read-database.queries.js';
import { Env } from '@app/env';
import { Metrics } from '@app/process';

/** Reads of a test: from its database, or from a replica. */
export const readsOn = (db: DataSource, replicaUrl?: string): ReadDatabase =>
  new ReadDatabase(db, Object.assign(new Env(), { DATABASE_READ_URL: replicaUrl }), pino({ level: 'silent' }), new Metrics());
