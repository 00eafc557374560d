/** The state of one kind of background work, for operators (`admin status`). */
export type WorkStatus = {
  readonly work: string;
  /** Ready to run now. */
  readonly due: number;
  readonly running: number;
  /** Scheduled for a retry after a failure. */
  readonly failing: number;
  /** Due for more than {@link STUCK_AFTER_SECONDS}, or claimed by a worker that has not reported since its lease ended. */
  readonly stuck: number;
  readonly oldestDueAt: Date | null;
};

/** How long work may be due before an operator should look. */
export const STUCK_AFTER_SECONDS = 300;
