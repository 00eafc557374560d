import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for the end of its standard input, then stops the server $1 and deletes the other arguments. */
const SCRIPT = `
    trap '' INT TERM HUP
    # An ended orphan stays a zombie where process 1 does not reap, as in many containers.
    is_alive() {
      state=
      if [ -r "/proc/$1/stat" ]; then read -r _ _ state _ <"/proc/$1/stat"; fi 2>/dev/null
      [ "$state" != Z ] && kill -0 "$1" 2>/dev/null
    }
    while read -r _; do :; done
    server=$1; shift
    kill -INT "$server" 2>/dev/null
    tries=0
    while is_alive "$server"; do
      sleep 0.1
      tries=$((tries + 1))
      if [ "$tries" -eq 50 ]; then kill -QUIT "$server"; fi
    done
    if [ "$#" -gt 0 ]; then rm -rf "$@"; fi`;

/** A process that stops a server when this process has ended. */
export type Guard = {
  /** Ends the guard: the server has ended by itself. */
  readonly end: () => Promise<void>;
};

/**
 * Stops the server when this process has ended, however it ended: the guard reads from a pipe whose other end closes
 * with this process. It is a shell, because a second Node would take thirty megabytes.
 *
 * @param temporary directories to delete then
 */
export function guardOf(pid: number, temporary: readonly string[] = []): Guard {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'guard', String(pid), ...temporary], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no guard, and the next start takes over.
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()).once('error', () => resolve()));
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  const end = () => {
    guard.ref();
    guard.kill('SIGKILL');
    return ended;
  };
  return { end };
}

/** Stops a child when this process has ended, however it ended. @param temporary directories to delete then */
export function guardChild(child: ChildProcess, temporary: readonly string[] = []): void {
  if (child.pid === undefined) return; // it does not run
  const guard = guardOf(child.pid, temporary);
  child.once('exit', () => void guard.end());
}
