import { Store } from './store.ts';

const KEY = 'podcast-automation.shortcuts';

/** Whether keys of one character are shortcuts. */
export const areShortcutsOn = new Store(localStorage.getItem(KEY) !== 'off');

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  areShortcutsOn.set(on);
}
