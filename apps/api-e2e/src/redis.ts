import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import getPort from 'get-port';

/** Whether `redis-server` is on the PATH; without it the suites for Redis mode say that they did not run. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) console.info('redis-server is not on the PATH: the suites run on PostgreSQL alone.');

/** The stores that queues and limits can be tried on here. */
export const STORES: readonly ('PostgreSQL' | 'Redis')[] = hasRedis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

/** A Redis of a suite's own, that keeps nothing on disk: when it is restarted it has forgotten everything. */
export class Redis {
  private constructor(
    private readonly port: number,
    private child: ChildProcess,
  ) {}

  static async start(): Promise<Redis> {
    const port = await getPort({ host: '127.0.0.1' });
    return new Redis(port, await launch(port));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async restart(): Promise<void> {
    await this.stop();
    this.child = await launch(this.port);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await ended;
    }
  }
}

async function launch(port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server has ended')));
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
  });
  return child;
}
