import type { ChildProcess } from 'node:child_process';

/**
 * Identifies one run of a process: its start time, which a later process with the same pid does not share.
 * @returns undefined if no process has the pid, or only a zombie has
 */
export function startOf(pid: number): string | undefined;

/** Calls back when the npm that runs this process has been killed, so that it could not pass on a signal. */
export function whenOrphaned(tell: () => void): void;

/** Waits for the end of a child process. @returns its exit status; 128 and the signal's number if a signal ended it */
export function ended(child: ChildProcess): Promise<number>;
