import { workStatus } from '@app/database';

/** The state of the background work of this feature, for operators. */
export const analyticsStatus = workStatus(
  'download roll-ups',
  `SELECT count(*)::int AS due, 0 AS running, 0 AS failing,
          count(*) FILTER (WHERE day < (now() AT TIME ZONE 'UTC')::date - 2)::int AS stuck,
          min(day)::timestamptz AS "oldestDueAt"
     FROM download_day_states WHERE stale AND day < (now() AT TIME ZONE 'UTC')::date`,
);
