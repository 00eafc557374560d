/**
 * Does some work, and repeats something until it is done or has failed: nothing goes on after the test.
 * @returns what the work returned
 * @throws what failed, that of the work first
 */
export async function meanwhile<T>(work: () => Promise<T>, ...repeated: readonly (() => Promise<unknown>)[]): Promise<T> {
  let over = false;
  const repeating = repeated.map(async (once) => {
    while (!over) await once();
  });
  const [done, ...others] = await Promise.allSettled([work().finally(() => (over = true)), ...repeating]);
  for (const one of [done, ...others]) if (one.status === 'rejected') throw one.reason;
  return (done as PromiseFulfilledResult<T>).value;
}
