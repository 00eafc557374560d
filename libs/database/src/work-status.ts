import type { DataSource } from 'typeorm';

/** The state of one kind of background work, for operators (`admin status`). */
export type WorkStatus = {
  readonly work: string;
  /** Ready to run now. */
  readonly due: number;
  readonly running: number;
  /** Scheduled for a retry after a failure. */
  readonly failing: number;
  /** Due for longer than {@link STUCK_AFTER}, or claimed by a worker that has not reported since its lease ended. */
  readonly stuck: number;
  readonly oldestDueAt: Date | null;
};

/** How long work may be due before an operator should look, in SQL. */
export const STUCK_AFTER = `interval '5 minutes'`;

/** @param counts a statement with one row: the other members of a status */
export function workStatus(work: string, counts: string): (db: DataSource) => Promise<WorkStatus> {
  return async (db) => {
    const [row] = await db.query<[Omit<WorkStatus, 'work'>]>(counts);
    return { work, ...row };
  };
}
