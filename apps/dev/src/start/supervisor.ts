import { spawn, type ChildProcess } from 'node:child_process';
import { ended, endProcess } from '@app/processes';
import { environment, mainOf } from '../workspace.ts';
import type { StartContext } from './start-context.ts';

/** How long the processes may take to finish their work. */
export const DRAIN_TIMEOUT_MS = 8000;

/** Delay before a process that has died is restarted. It doubles each time, until one has lived for a while. */
const RESTART_DELAY_MS = { first: 200, max: 5000, resetAfter: 10_000 };

/** A process that was never ready and has died this many times in a row does not start. */
const MAX_FAILED_STARTS = 5;

export type Supervised = {
  readonly ready: Promise<Ready>;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly born: (name: string, pid: number) => void;
  /** Variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
};

type Ready = {
  /** Where the api listens. */
  readonly port: number;
};

type Message = Ready & { readonly type: string };

/** Keeps one process of a kind running. */
export function supervise(name: 'api' | 'worker', { ending, fail, say }: StartContext, { born, env: more }: Options): Supervised {
  const ready = Promise.withResolvers<Ready>();
  const env: NodeJS.ProcessEnv = { ...environment(), SHUTDOWN_DELAY_MS: '0', DRAIN_TIMEOUT_MS: String(DRAIN_TIMEOUT_MS - 1000), ...more };
  let wasReady = false;
  let failures = 0;
  let delay = RESTART_DELAY_MS.first;
  let child: ChildProcess | undefined;

  const launch = () => {
    if (ending.aborted) return;
    const began = Date.now();
    child = spawn(process.execPath, [mainOf(name)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    if (child.pid) born(name, child.pid);
    child.on('message', (message: Message) => {
      if (message.type !== 'ready') return;
      wasReady = true;
      if (message.port) env['PORT'] = String(message.port); // PORT=0 took a free one, which a successor keeps
      ready.resolve(message);
    });
    ended(child).then((status) => {
      if (ending.aborted) return;
      failures += 1;
      if (!wasReady && failures >= MAX_FAILED_STARTS) return fail(new Error(`The ${name} does not start`));
      if (Date.now() - began > RESTART_DELAY_MS.resetAfter) delay = RESTART_DELAY_MS.first;
      say(`The ${name} has ended (status ${status}); starting it again`);
      setTimeout(launch, delay);
      delay = Math.min(delay * 2, RESTART_DELAY_MS.max);
    }, fail);
  };
  launch();
  return { ready: ready.promise, stop: () => stop(child) };
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  await endProcess(child.pid, [
    ['SIGTERM', DRAIN_TIMEOUT_MS],
    ['SIGKILL', 500],
  ]);
}
