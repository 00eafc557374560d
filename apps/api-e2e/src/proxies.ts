import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guardChild } from '@app/processes';
import { noteProcess } from '@app/stack';
import { until } from '@app/process/testing/until';
import getPort from 'get-port';
import { ROOT } from './stack.ts';

/** How each proxy is started with a file, and what of its file in `docker/proxy` names addresses and folders. */
const PROXIES = {
  haproxy: { file: 'haproxy.cfg', version: '-v', arguments: (file: string) => ['-db', '-f', file] },
  nginx: { file: 'nginx.conf', version: '-v', arguments: (file: string) => ['-c', file, '-g', `daemon off;${asRoot()}`] },
} as const;

export type ProxyName = keyof typeof PROXIES;

/** The proxies that are installed. Without one the suite says that it did not try it. */
export const INSTALLED_PROXIES = (Object.keys(PROXIES) as ProxyName[]).filter((name) => {
  const isThere = spawnSync(name, [PROXIES[name].version]).status === 0;
  if (!isThere) console.info(`${name} is not on the PATH: rolling restarts are not tried behind it.`);
  return isThere;
});

/** Its workers may read what this user's temporary folder holds. */
function asRoot(): string {
  return process.getuid?.() === 0 ? ' user root;' : '';
}

/** A proxy with the configuration of `docker/proxy`, in which addresses and folders alone are replaced. */
export class Proxy {
  private constructor(
    readonly baseUrl: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param ports of api-1 and api-2 */
  static async start(name: ProxyName, dir: string, ports: readonly number[]): Promise<Proxy> {
    const { file, arguments: args } = PROXIES[name];
    const home = join(dir, name);
    await mkdir(home, { recursive: true });
    const port = await getPort({ host: '127.0.0.1' });
    let text = await readFile(join(ROOT, 'docker/proxy', file), 'utf8');
    for (const [from, to] of [[/(bind|listen) :?8080/, `$1 127.0.0.1:${port}`], [/ \/tmp\//g, ` ${home}/`]] as const) text = text.replace(from, to); // prettier-ignore
    text = text.replace(/server-template api- \d+ api:3000/, ports.map((one) => `server api-${one} 127.0.0.1:${one}`).join('\n  '));
    ports.forEach((one, index) => (text = text.replace(`api-${index + 1}:3000`, `127.0.0.1:${one}`)));
    if (/^ *server .*:3000/m.test(text)) throw new Error(`docker/proxy/${file} names addresses that this suite does not know`);
    await writeFile(join(home, file), text);
    const child = spawn(name, args(join(home, file)), { stdio: ['ignore', 'pipe', 'pipe'] });
    guardChild(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    noteProcess({ name: `${name} (pid ${child.pid})`, output: () => output });
    const proxy = new Proxy(`http://127.0.0.1:${port}`, child);
    try {
      await until(() => {
        if (child.exitCode !== null) throw new Error(`${name} has ended: ${output}`);
        return fetch(`${proxy.baseUrl}/health/ready`).then(({ ok }) => ok, () => false); // prettier-ignore
      });
      return proxy;
    } catch (error) {
      await proxy.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await ended;
  }
}
