import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { until } from '@app/process/testing/until';
import { guardChild } from '@app/processes';
import getPort from 'get-port';
import { ROOT } from './stack.js';

/** Whether `pgbouncer` is on the PATH; without it the suites say that they did not try it. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
if (!hasPgBouncer) console.info('pgbouncer is not on the PATH: the suites use PostgreSQL directly.');

/** PgBouncer as docs/deployment.md has it, in transaction mode, over TLS, in front of a suite's PostgreSQL. */
export class PgBouncer {
  private constructor(
    private readonly dir: string,
    private readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(serverUrl: string): Promise<PgBouncer> {
    const { hostname, port: serverPort, username, password } = new URL(serverUrl);
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-pgbouncer-'));
    await chmod(dir, 0o755); // PgBouncer that root starts runs as another user, who must read its files
    const port = await getPort({ host: '127.0.0.1' });
    const authority = await CertificateAuthority.create();
    const { key, cert } = await authority.issue({ names: ['127.0.0.1'] });
    await Promise.all(Object.entries({ 'ca.pem': authority.pem, key, cert, users: `"${username}" "${password}"\n` }).map(([name, text]) => writeFile(join(dir, name), text, { mode: 0o644 }))); // prettier-ignore
    const [, documented = ''] = /^```ini\n([^]*?)^```$/m.exec(await readFile(join(ROOT, 'docs/deployment.md'), 'utf8')) ?? [];
    let ini = documented;
    for (const [text, own] of [
      ['podcast_automation = host=db.internal port=5432', `* = host=${hostname} port=${serverPort}`],
      ['0.0.0.0', '127.0.0.1'],
      ['6432', String(port)],
      ['/etc/pgbouncer/userlist.txt', `${dir}/users`],
    ] as const) {
      if (!ini.includes(text)) throw new Error(`docs/deployment.md does not say ${text} of PgBouncer`);
      ini = ini.replace(text, own);
    }
    const tls = `unix_socket_dir =\nclient_tls_sslmode = require\nclient_tls_key_file = ${dir}/key\nclient_tls_cert_file = ${dir}/cert\n`;
    await writeFile(join(dir, 'pgbouncer.ini'), `${ini}${tls}`, { mode: 0o644 });
    const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', [...as, join(dir, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
    guardChild(child, [dir]);
    let output = '';
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    await until(() => {
      if (child.exitCode !== null) throw new Error(`pgbouncer has ended: ${output}`);
      return output.includes('process up');
    });
    return new PgBouncer(dir, port, child);
  }

  /** @returns the URL of the same database through PgBouncer, whose certificate is verified */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(this.dir, 'ca.pem') }).toString();
    return url.href;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.dir, { recursive: true, force: true });
  }
}
