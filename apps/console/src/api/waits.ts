import { Store } from '../parts/store.ts';

/** A request that the API asked to repeat later: for its rate limit (429), or while it is unavailable (503). */
type Wait = { readonly until: number; readonly status: number };

export const currentWait = new Store<Wait | undefined>(undefined);

export function noteWait(seconds: number, status: number): void {
  const wait = { until: Date.now() + seconds * 1000, status };
  if ((currentWait.get()?.until ?? 0) > wait.until) return;
  currentWait.set(wait);
  setTimeout(() => currentWait.get() === wait && currentWait.set(undefined), seconds * 1000);
}
