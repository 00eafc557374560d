import { onlineManager } from '@tanstack/react-query';
import { lazy, useSyncExternalStore, type ComponentType, type LazyExoticComponent } from 'react';

/** Whether the browser has a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** Imports a part of the console once there is a connection: a browser does not repeat an import that has failed. */
export async function whenOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  if (onlineManager.isOnline()) return load();
  await new Promise<void>((resolve) => {
    const end = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return;
      end();
      resolve();
    });
  });
  return load();
}

/** A component whose module is loaded when it is shown first. */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await whenOnline(load) }));
}
