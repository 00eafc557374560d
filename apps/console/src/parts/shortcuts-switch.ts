const KEY = 'podcast-automation.shortcuts';

const listeners = new Set<() => void>();

/** Whether keys of one character are shortcuts. */
export function areOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function turn(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. @returns the end of the subscription */
export function onSwitch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
