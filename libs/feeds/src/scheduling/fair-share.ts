/** Work for a user. */
export type Candidate = { readonly ownerId: string; readonly dueAt: Date };

export type Shares = {
  /** Free slots. */
  readonly free: number;
  /** Most slots of one user. */
  readonly perOwner: number;
  /** Slots in use, by user. */
  readonly running: ReadonlyMap<string, number>;
};

/** Chooses the users that get the free slots: those with the fewest in use first, and among equals those that have waited longest. */
export function fairShare<T extends Candidate>(candidates: readonly T[], { free, perOwner, running }: Shares): T[] {
  const taken = new Map(running);
  const ranked = [...candidates]
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    .map((candidate) => {
      const rank = taken.get(candidate.ownerId) ?? 0;
      taken.set(candidate.ownerId, rank + 1);
      return { candidate, rank };
    });
  return ranked
    .filter(({ rank }) => rank < perOwner)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, free)
    .map(({ candidate }) => candidate);
}
