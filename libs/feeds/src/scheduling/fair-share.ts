/** Something to do for a user. */
export type Candidate = { readonly ownerId: string; readonly dueAt: Date };

export type Shares = {
  /** Places that are free. */
  readonly free: number;
  /** Most places of one user. */
  readonly perOwner: number;
  /** Places that users have by now. */
  readonly running: ReadonlyMap<string, number>;
};

/** Chooses for whom the free places are: the user with the fewest comes first, then whoever has waited longest. Pure. */
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
