/**
 * The figures of `npm run bench`. Each is a ratio of two medians of one run, whose measurements took turns (A B B A …),
 * so that whatever else the machine does meets both; or a number of bytes.
 */
import { exports, redirect } from './analytics.ts';
import { clickHouse } from './clickhouse.ts';
import { backfill, check, sizes } from './command-line.ts';
import { consolePage } from './console.ts';
import { arrival, deliveries } from './deliveries.ts';
import { episodes, search } from './episodes.ts';
import { events } from './events.ts';
import type { Course, Row } from './measure.ts';
import { migrations } from './migrations.ts';
import { list } from './podcast-lists.ts';
import { publication } from './publication.ts';
import { mixed, upload } from './transcript-uploads.ts';
import { refetch, uploads } from './video.ts';

/** In the order in which they run: what users and operators would ask about. */
export const FIGURES: Record<string, (course: Course) => Promise<Row[]>> = {
  list,
  episodes,
  search,
  mixed,
  upload,
  uploads,
  deliveries,
  arrival,
  events,
  redirect,
  export: exports,
  clickhouse: clickHouse,
  migrations,
  refetch,
  publication,
  check,
  backfill,
  sizes,
  console: consolePage,
};
