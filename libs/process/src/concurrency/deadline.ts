type Deadline = {
  readonly ms: number;
  /** The error when the time is over. */
  readonly late: () => Error;
  /** Ends the wait early. */
  readonly signal?: AbortSignal;
};

/**
 * Waits for work, at most for a given time.
 * @param work gets a signal that aborts when its result is not needed any more; it may ignore the signal
 * @throws what the work throws, what `late` returns, or the reason of `signal`
 */
export async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, { ms, late, signal }: Deadline): Promise<T> {
  const deadline = new AbortController();
  const ended = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  ended.throwIfAborted();
  const timer = setTimeout(() => deadline.abort(late()), Math.max(0, ms));
  try {
    return await unlessAborted(work(ended), ended);
  } catch (error) {
    ended.throwIfAborted(); // work that heard of the end may have failed of it first
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for work until a signal aborts. The work itself goes on; what becomes of it then is ignored.
 * @throws what the work throws, or the reason of the signal
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
