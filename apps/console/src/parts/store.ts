import { useSyncExternalStore } from 'react';

/** A value outside of React, which components follow with `useStore`. */
export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  get = (): Value => this.value;

  set(value: Value): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }

  /** @returns the end of the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
