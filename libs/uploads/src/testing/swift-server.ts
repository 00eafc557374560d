import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';

/** Debian's own Python: Swift is one of its packages. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, '../../src/testing/swift-server.py');
/** Five Python processes with many imports: on a busy machine they take minutes. */
const START_TIMEOUT_MS = 240_000;

/** The account of the server, and the bucket that it begins with. */
export const SWIFT = { accessKey: 'test:tester', secretKey: 'testing', bucket: 'videos' };

/** Exit status of this program where Swift is not installed. */
const NOT_INSTALLED = 2;

/** Whether Debian's package python3-swift is installed. */
export const hasSwift = (): boolean => spawnSync(PYTHON, ['-c', 'import swift.proxy']).status === 0;

/** OpenStack Swift with its S3 API: a store that is not Amazon's, and insists on Content-MD5. */
export class SwiftServer {
  private constructor(
    readonly endpoint: string,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<SwiftServer> {
    const folder = await mkdtemp(join(tmpdir(), 'swift-'));
    const port = await getPort({ host: '127.0.0.1' });
    const child = spawn(PYTHON, [PROGRAM, folder, String(port)], { stdio: ['pipe', 'inherit', 'inherit'] });
    const server = new SwiftServer(`http://127.0.0.1:${port}`, folder, child);
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(100)) {
      const created = await server.account('PUT', `/${SWIFT.bucket}`).catch(() => undefined);
      if (created?.ok) return server;
      if (Date.now() > deadline || server.hasEnded) {
        await server.stop();
        throw new Error(`Swift did not start: ${created?.status}`);
      }
    }
  }

  /** Names of the objects in the bucket, and of the parts that belong to objects. */
  async objects(): Promise<string[]> {
    const lists = await Promise.all([SWIFT.bucket, `${SWIFT.bucket}+segments`].map((bucket) => this.account('GET', `/${bucket}`)));
    const names = await Promise.all(lists.map(async (list) => (list.ok ? (await list.text()).split('\n') : [])));
    return names.flat().filter(Boolean);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin?.end();
    if (!this.hasEnded) await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** A request of Swift's own API. */
  private async account(method: string, path: string): Promise<Response> {
    const user = { 'X-Auth-User': SWIFT.accessKey, 'X-Auth-Key': SWIFT.secretKey };
    const { headers } = await fetch(`${this.endpoint}/auth/v1.0`, { headers: user });
    return fetch(`${headers.get('x-storage-url')}${path}`, { method, headers: { 'X-Auth-Token': headers.get('x-auth-token') ?? '' } });
  }
}

if (import.meta.main) {
  if (!hasSwift()) process.exit(NOT_INSTALLED);
  const starting = SwiftServer.start();
  // It does not outlive its parent, which may be killed before the server has started.
  process.once('disconnect', () => void starting.then((started) => started.stop()));
  const server = await starting;
  process.on('message', () => void server.objects().then((objects) => process.send?.({ objects })));
  if (process.connected) process.send?.({ endpoint: server.endpoint });
}
