import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { guardChild } from '@app/processes';
import getPort from 'get-port';

/** Whether `redis-server` is on the PATH; without it the suites for Redis mode say that they did not run. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) console.info('redis-server is not on the PATH: the suites run on PostgreSQL alone.');

/** The stores that queues and limits can be tried on here. */
export const STORES: readonly ('PostgreSQL' | 'Redis')[] = hasRedis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

/** A Redis of a suite's own, that keeps nothing on disk: when it is restarted it has forgotten everything. */
export class Redis {
  private constructor(
    readonly port: number,
    private child: ChildProcess,
    private readonly options: readonly string[],
  ) {}

  static async start(...options: string[]): Promise<Redis> {
    const port = await getPort({ host: '127.0.0.1' });
    return new Redis(port, await launch(port, options), options);
  }

  /** One that takes connections over TLS alone. */
  static async startTls({ cert, key }: { readonly cert: string; readonly key: string }): Promise<Redis> {
    const port = await getPort({ host: '127.0.0.1' });
    const tls = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-auth-clients', 'no'];
    const options = ['--port', '0', '--tls-port', String(port), ...tls];
    return new Redis(port, await launch(port, options), options);
  }

  get url(): string {
    if (this.options.includes('--tls-port')) return `rediss://127.0.0.1:${this.port}`;
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @param options those of the start, unless a Sentinel has made a master of a replica meanwhile */
  async restart(options = this.options): Promise<void> {
    await this.stop();
    this.child = await launch(this.port, options);
  }

  /** Its answer to a command, which arrives here in one piece. Empty when it hangs up, as in a failover. */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.once('data', (chunk) => {
        resolve(String(chunk));
        socket.destroy();
      });
      // It resets a connection whose command it has not read when it hangs up.
      socket.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve('') : reject(error)));
      socket.once('close', () => resolve(''));
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await ended;
    }
  }
}

/** A Sentinel that watches a master and makes its replica the master half a second after it has gone. */
export async function startSentinel(dir: string, master: Redis): Promise<Redis> {
  const file = join(dir, 'sentinel.conf');
  await writeFile(
    file,
    `sentinel monitor podcasts 127.0.0.1 ${master.port} 1\nsentinel down-after-milliseconds podcasts 500\nsentinel failover-timeout podcasts 3000\n`,
  );
  return Redis.start(file, '--sentinel');
}

/** @param options a file of configuration first, if there is one */
async function launch(port: number, options: readonly string[]): Promise<ChildProcess> {
  const file = options.filter((option) => option.endsWith('.conf'));
  const others = options.filter((option) => !option.endsWith('.conf'));
  const isSentinel = others.includes('--sentinel');
  // A replica, too, leaves no file behind in the sources.
  const kept = isSentinel ? [] : ['--save', '', '--appendonly', 'no', '--repl-diskless-load', 'on-empty-db'];
  const child = spawn('redis-server', [...file, '--port', String(port), '--bind', '127.0.0.1', ...kept, ...others], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  guardChild(child);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server has ended')));
    child.stdout.on('data', (chunk) => /Ready to accept connections|\+monitor master/.test(String(chunk)) && resolve());
  });
  return child;
}
