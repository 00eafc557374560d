/**
 * The figures of `npm run bench`. Each is a ratio of two medians of one run, whose measurements took turns (A B B A …), so that
 * whatever else the machine does meets both; or a number of bytes.
 */
import { exports, rawRows, redirect } from './analytics.ts';
import { check, operatorCommands, sizes, videoUpload } from './command-line.ts';
import { arrival, attemptLog, deliveries, hanging, hangingThousand, history, retention } from './deliveries.ts';
import { episodes } from './episodes.ts';
import { manyFeeds, manyMatches } from './feeds.ts';
import { redirectProcesses, rollUps, scrape } from './growth.ts';
import { bodies, crowd } from './limits.ts';
import type { Course, Row } from './measure.ts';
import { parserCosts } from './parser-costs.ts';
import { list, million } from './podcast-lists.ts';
import { quotaCheck } from './quota.ts';
import { listCosts, redirectCosts } from './request-costs.ts';
import { mixed, refusedBodies, upload, uploadsAtOnce } from './transcript-uploads.ts';
import { matching, refetch, stocks, uploads } from './video.ts';

/** In the order in which they run. */
export const FIGURES: Record<string, (course: Course) => Promise<Row[]>> = {
  parser,
  'parser-costs': parserCosts,
  upload,
  list,
  'list-costs': listCosts,
  million,
  mixed,
  memory: uploadsAtOnce,
  refused: refusedBodies,
  deliveries,
  'attempt-log': attemptLog,
  arrival,
  hanging,
  history,
  quota: quotaCheck,
  retention,
  redirect,
  'redirect-costs': redirectCosts,
  export: exports,
  raw: rawRows,
  uploads,
  refetch,
  matching,
  stocks,
  'hanging-thousand': hangingThousand,
  crowd,
  bodies,
  'many-feeds': manyFeeds,
  'many-matches': manyMatches,
  episodes,
  check,
  'operator-commands': operatorCommands,
  'video-upload': videoUpload,
  sizes,
  scrape,
  'roll-ups': rollUps,
  'redirect-processes': redirectProcesses,
};

async function parser({ quick }: Course) {
  const { run } = await import('./parser.ts'); // loads several parsers to compare with
  return run({ quick });
}
