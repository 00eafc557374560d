import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@app/process/testing/until';
import getPort from 'get-port';
import type { Running, Stack } from '../stack.js';

export type App = 'api' | 'worker';

type AppProcess = { readonly app: App; readonly health: string; readonly start: () => Promise<Running>; running: Running; down: boolean };

/** Milliseconds for which every process may be not ready after a fault. */
const RECOVERY_TIMEOUT_MS = 120_000;

/**
 * Two api and two worker processes. The first of each is never killed, so that its memory can be followed from the
 * beginning to the end.
 */
export class Deployment {
  /** Where the hostile process reads which api processes there are. */
  readonly file: string;
  private next = 0;
  /** The output of processes that have been replaced. */
  private readonly earlier: string[] = [];

  private constructor(
    stack: Stack,
    private readonly places: readonly AppProcess[],
  ) {
    this.file = join(stack.dir, 'apis.json');
  }

  static async start(stack: Stack, env: Record<App, NodeJS.ProcessEnv>): Promise<Deployment> {
    const places = await Promise.all((['api', 'api', 'worker', 'worker'] as const).map((app) => place(stack, app, env[app])));
    const deployment = new Deployment(stack, places);
    await deployment.tell();
    return deployment;
  }

  /** Processes whose memory, connections and files are followed. */
  get elders(): readonly { readonly app: App; readonly pid: number }[] {
    return [this.places[0]!, this.places[2]!].map(({ app, running }) => ({ app, pid: running.pid }));
  }

  /** Everything that the processes wrote. */
  output(): string {
    return [...this.earlier, ...this.places.map(({ running }) => running.output())].join('\n');
  }

  /** The api processes in turns, as a load balancer does. */
  baseUrl(): string {
    const apis = this.places.filter(({ app, down }) => app === 'api' && !down);
    this.next += 1;
    return apis[this.next % apis.length]!.running.baseUrl;
  }

  /** The process that {@link replace} ends. */
  mortal(app: App): number {
    return this.places.findLast((one) => one.app === app)!.running.pid;
  }

  /** Ends the second process of its kind and starts another. */
  async replace(app: App, signal: NodeJS.Signals): Promise<void> {
    const found = this.places.findLast((one) => one.app === app)!;
    found.down = true;
    await this.tell();
    await found.running.stop(signal);
    this.earlier.push(found.running.output());
    // A process that cannot start while the database is away is started again, as a supervisor does.
    found.running = await until(() => found.start().catch(() => null), RECOVERY_TIMEOUT_MS);
    found.down = false;
    await this.tell();
  }

  async allReady(): Promise<void> {
    await until(async () => {
      const answers = await Promise.all(this.places.map(({ app, health, running }) => isReady(app === 'api' ? running.baseUrl : health)));
      return answers.every(Boolean);
    }, RECOVERY_TIMEOUT_MS);
  }

  private async tell(): Promise<void> {
    const apis = this.places.filter(({ app, down }) => app === 'api' && !down).map(({ running }) => running.baseUrl);
    await writeFile(this.file, JSON.stringify(apis));
  }
}

async function place(stack: Stack, app: App, env: NodeJS.ProcessEnv): Promise<AppProcess> {
  const port = await getPort({ host: '127.0.0.1' });
  const start = () => stack.start(app, app === 'api' ? env : { ...env, WORKER_PORT: String(port) });
  return { app, health: `http://127.0.0.1:${port}`, start, running: await start(), down: false };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
