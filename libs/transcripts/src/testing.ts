import { EpisodesService } from '@app/podcasts/services';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { TranscriptThreads } from './threads/transcript-threads.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { TranscriptsService } from './transcripts.service.js';

/** The transcripts of a test's database; nothing is published. */
export const transcriptsOn = (db: DataSource): TranscriptsService =>
  new TranscriptsService(db, new EpisodesService(db), new TranscriptsQueries(db), new TranscriptThreads(pino({ level: 'silent' })));
