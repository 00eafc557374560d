import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Issued } from '@app/certificates';
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

/** Lays a certificate where both proxies are told to look for it. @returns the variables that haproxy reads */
async function useCertificate(home: string, port: number, { cert, key }: Issued): Promise<NodeJS.ProcessEnv> {
  const files = { certificate: join(home, 'tls_certificate'), key: join(home, 'tls_key'), both: join(home, 'tls.pem') };
  await Promise.all([writeFile(files.certificate, cert), writeFile(files.key, key), writeFile(files.both, `${cert}\n${key}`)]);
  const text = await readFile(join(ROOT, 'docker/proxy/nginx-tls.conf'), 'utf8');
  await writeFile(join(home, 'nginx-tls.conf'), text.replaceAll('/run/secrets', home).replace('8443', `127.0.0.1:${port}`));
  return { TLS_CERTIFICATE: files.both };
}

/** A proxy with the configuration of `docker/proxy`, in which addresses and folders alone are replaced. */
export class Proxy {
  private constructor(
    readonly baseUrl: string,
    readonly tlsPort: number,
    private readonly child: ChildProcess,
  ) {}

  /**
   * @param ports of api-1 and api-2
   * @param certificate ends TLS with it, on a port of its own
   */
  static async start(name: ProxyName, dir: string, ports: readonly number[], certificate?: Issued): Promise<Proxy> {
    const { file, arguments: args } = PROXIES[name];
    const home = join(dir, name);
    await mkdir(home, { recursive: true });
    const port = await getPort({ host: '127.0.0.1' });
    let text = await readFile(join(ROOT, 'docker/proxy', file), 'utf8');
    for (const [from, to] of [[/(bind|listen) :?8080/, `$1 127.0.0.1:${port}`], [/ \/tmp\//g, ` ${home}/`]] as const) text = text.replace(from, to); // prettier-ignore
    text = text.replace(
      /server-template api- \d+ api:3000/,
      ports.map((one, index) => `server api-${index + 1} 127.0.0.1:${one}`).join('\n  '),
    );
    ports.forEach((one, index) => (text = text.replace(`api-${index + 1}:3000`, `127.0.0.1:${one}`)));
    if (/^ *server .*:3000/m.test(text)) throw new Error(`docker/proxy/${file} names addresses that this suite does not know`);
    const tlsPort = await getPort({ host: '127.0.0.1' });
    text = text.replace(':8443', `127.0.0.1:${tlsPort}`).replace(':8405', `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`);
    await writeFile(join(home, file), text);
    const env = { ...process.env, ...(certificate ? await useCertificate(home, tlsPort, certificate) : {}) };
    const child = spawn(name, args(join(home, file)), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    guardChild(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    noteProcess({ name: `${name} (pid ${child.pid})`, output: () => output });
    const proxy = new Proxy(`http://127.0.0.1:${port}`, tlsPort, child);
    try {
      await until(() => {
        if (child.exitCode !== null) throw new Error(`${name} has ended: ${output}`);
        return fetch(`${proxy.baseUrl}/health/serving`, { redirect: 'manual' }).then(
          ({ status }) => status === 200 || status === 308,
          () => false,
        );
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
