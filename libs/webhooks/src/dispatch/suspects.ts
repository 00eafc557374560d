/** Outcomes that took a slot for long, or would. */
const SLOW = new Set(['timeout', 'connect_timeout', 'dns_error']);

/** Slow outcomes in a row after which a destination is suspect. */
const PATIENCE = 2;

/** Most that are remembered; the longest known goes first. */
const MOST = 10_000;

/**
 * Destinations that have been slow or dead lately, as this worker has seen them. They get fewer slots, so that any number of
 * them together leaves room for the others.
 */
export class Suspects {
  private readonly slowInARow = new Map<string, number>();

  judge(endpointId: string, { ok, outcome }: { readonly ok: boolean; readonly outcome: string }): void {
    if (ok || !SLOW.has(outcome)) {
      this.slowInARow.delete(endpointId);
      return;
    }
    const times = (this.slowInARow.get(endpointId) ?? 0) + 1;
    this.slowInARow.delete(endpointId);
    this.slowInARow.set(endpointId, times);
    const [oldest] = this.slowInARow.keys();
    if (this.slowInARow.size > MOST && oldest !== undefined) this.slowInARow.delete(oldest);
  }

  has(endpointId: string): boolean {
    return (this.slowInARow.get(endpointId) ?? 0) >= PATIENCE;
  }

  ids(): string[] {
    return [...this.slowInARow].filter(([, times]) => times >= PATIENCE).map(([id]) => id);
  }
}
