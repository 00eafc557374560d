import { STUCK_AFTER_SECONDS, type WorkStatus } from '@app/database';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

export async function videoStocksStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT count(*) FILTER (WHERE probe_claim IS NULL AND probe_due_at <= now())::int AS due,
            count(*) FILTER (WHERE probe_claim IS NOT NULL AND probe_due_at > now())::int AS running,
            count(*) FILTER (WHERE probe_attempts > 0)::int AS failing,
            count(*) FILTER (WHERE probe_due_at < now() - $1 * interval '1 second')::int AS stuck,
            min(probe_due_at) FILTER (WHERE probe_due_at <= now()) AS "oldestDueAt"
       FROM video_stocks WHERE status = 'processing'`,
    [STUCK_AFTER_SECONDS],
  );
  return { work: 'video probes', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
