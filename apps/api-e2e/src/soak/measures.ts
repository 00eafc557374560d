/** One request of an honest user. */
export type Sample = {
  readonly user: string;
  readonly action: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 when no response came: the process was killed. */
  readonly status: number;
  readonly requestId: string | null;
};

/** A fault, from its beginning until every process was ready again. */
export type Outage = { readonly kind: string; readonly from: number; to: number };

/** The measurements, and when the service was out of order on purpose. */
export class Measures {
  readonly samples: Sample[] = [];
  readonly outages: Outage[] = [];

  add(sample: Sample): void {
    this.samples.push(sample);
  }

  begin(kind: string): Outage {
    const outage = { kind, from: Date.now(), to: Infinity };
    this.outages.push(outage);
    return outage;
  }

  /** Samples that no fault has touched. */
  undisturbed(): Sample[] {
    return this.samples.filter(({ startedAt, endedAt }) => !this.outages.some(({ from, to }) => startedAt <= to && endedAt >= from));
  }
}

/** The nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const durations = (samples: readonly Sample[]): number[] => samples.map(({ startedAt, endedAt }) => endedAt - startedAt);
