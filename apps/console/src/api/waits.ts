/** A request that the API asked to repeat later: because of its rate limit (429), or because it is unavailable (503). */
type Wait = { readonly until: number; readonly status: number };

const listeners = new Set<() => void>();
let current: Wait | undefined;

export function noteWait(seconds: number, status: number): void {
  const wait = { until: Date.now() + seconds * 1000, status };
  if (current && current.until > wait.until) return;
  set(wait);
  setTimeout(() => current === wait && set(undefined), seconds * 1000);
}

export function currentWait(): Wait | undefined {
  return current;
}

/** For `useSyncExternalStore`. @returns the end of the subscription */
export function onWaitChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(wait: Wait | undefined): void {
  current = wait;
  for (const listener of listeners) listener();
}
