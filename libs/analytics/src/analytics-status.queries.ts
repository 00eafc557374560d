import type { WorkStatus } from '@app/database';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

/** The state of the background work of this feature, for operators. */
export async function analyticsStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT count(*)::int AS due, 0 AS running, 0 AS failing,
            count(*) FILTER (WHERE day < (now() AT TIME ZONE 'UTC')::date - 2)::int AS stuck,
            min(day)::timestamptz AS "oldestDueAt"
       FROM download_day_states WHERE stale AND day < (now() AT TIME ZONE 'UTC')::date`,
  );
  return { work: 'download roll-ups', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
