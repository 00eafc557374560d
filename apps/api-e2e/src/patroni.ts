import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';
import { guardChild } from '@app/processes';
import getPort from 'get-port';
import { ROOT } from './stack.js';

const [binDir] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
const PROGRAMS = [['patroni', '--version'], ['etcd', '--version'], ['haproxy', '-v'], ['pgbouncer', '--version']] as const; // prettier-ignore
const missing = PROGRAMS.filter(([name, option]) => spawnSync(name, [option]).status !== 0).map(([name]) => name);

export const hasPatroni = missing.length === 0 && binDir !== undefined;
if (!hasPatroni)
  console.info(
    `${[...missing, ...(binDir === undefined ? ['PostgreSQL'] : [])].join(', ')} not on this machine: failover is not rehearsed.`,
  );

/** The user that PostgreSQL runs as: not root, who may not. */
const [uid, gid] = process.getuid?.() === 0 ? ['-u', '-g'].map((option) => Number(spawnSync('id', [option, 'postgres']).stdout)) : [];

const START_TIMEOUT_MS = 120_000;
const PASSWORD = 'rehearsal';

type Node = { readonly name: string; readonly port: number; readonly restPort: number; child: ChildProcess };
type Member = { readonly name: string; readonly role: string; readonly state: string };

const freePort = () => getPort({ host: '127.0.0.1' });
const shipped = (name: string) => readFileSync(join(ROOT, 'docker/patroni', name), 'utf8');

/** Two database machines under Patroni, etcd, HAProxy and PgBouncer in front, configured by docker/patroni. */
export class Patroni {
  private readonly nodes: Node[] = [];
  private readonly others: ChildProcess[] = [];
  private haproxyPort = 0;
  private pgbouncerPort = 0;
  private etcd = '';

  private constructor(private readonly dir: string) {}

  static async start(): Promise<Patroni> {
    const self = new Patroni(await mkdtemp(join(tmpdir(), 'podcast-automation-patroni-')));
    await chmod(self.dir, 0o777);
    await self.startEtcd();
    for (const name of ['db-1', 'db-2']) {
      const node = { name, port: await freePort(), restPort: await freePort() };
      self.nodes.push({ ...node, child: self.startNode(node) });
      await self.settled(self.nodes.length);
    }
    await self.startProxies();
    return self;
  }

  /** Always the primary's, through HAProxy. */
  get url(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.haproxyPort}/postgres`;
  }

  /** A database as the processes address it: by both machines, or through PgBouncer. */
  urlOf(database: string, by: 'hosts' | 'PgBouncer'): string {
    const hosts = by === 'hosts' ? this.nodes.map(({ port }) => `127.0.0.1:${port}`).join() : `127.0.0.1:${this.pgbouncerPort}`;
    return `postgres://postgres:${PASSWORD}@${hosts}/${database}${by === 'hosts' ? '?target_session_attrs=read-write' : ''}`;
  }

  /** Ends every process of the primary's machine at the same moment. @returns starts them again */
  async killPrimary(): Promise<() => Promise<void>> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    const node = this.nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error('there is no primary');
    node.child.kill('SIGKILL');
    const postmaster = this.postmasterOf(node);
    const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number);
    for (const pid of [postmaster, ...children]) if (pid !== undefined) kill(pid);
    return async () => {
      node.child = this.startNode(node);
      await this.settled(this.nodes.length);
    };
  }

  async stop(): Promise<void> {
    const all = [...this.nodes.map(({ child }) => child), ...this.others];
    const postmasters = this.nodes.map((node) => this.postmasterOf(node));
    await Promise.all(
      all.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }),
    );
    for (const pid of postmasters) if (pid !== undefined) kill(pid);
    await rm(this.dir, { recursive: true, force: true });
  }

  private async startEtcd(): Promise<void> {
    const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
    this.etcd = clients!.slice('http://'.length);
    const urls = ['--listen-client-urls', clients!, '--advertise-client-urls', clients!, '--listen-peer-urls', peers!, '--initial-advertise-peer-urls', peers!]; // prettier-ignore
    this.others.push(this.run('etcd', ['--data-dir', join(this.dir, 'etcd'), ...urls, '--initial-cluster', `default=${peers}`]));
    await until(async () => (await fetch(`${clients}/health`).catch(() => undefined))?.ok === true);
  }

  private startNode({ name, port, restPort }: Omit<Node, 'child'>): ChildProcess {
    const [postgres, rest] = [`127.0.0.1:${port}`, `127.0.0.1:${restPort}`];
    return this.run('patroni', [join(ROOT, 'docker/patroni/patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: this.etcd,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: postgres,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
      PATRONI_POSTGRESQL_DATA_DIR: join(this.dir, name),
      PATRONI_POSTGRESQL_BIN_DIR: binDir,
      PATRONI_POSTGRESQL_PGPASS: join(this.dir, `${name}.pgpass`),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    });
  }

  private async startProxies(): Promise<void> {
    this.haproxyPort = await freePort();
    this.pgbouncerPort = await freePort();
    let haproxy = shipped('haproxy.cfg').replace('bind :5000', `bind 127.0.0.1:${this.haproxyPort}`);
    for (const { name, port, restPort } of this.nodes)
      haproxy = haproxy.replace(`${name}:5432 check port 8008`, `127.0.0.1:${port} check port ${restPort}`);
    const pgbouncer = shipped('pgbouncer.ini')
      .replace('podcast_automation = host=haproxy port=5000', `* = host=127.0.0.1 port=${this.haproxyPort}`)
      .replace('0.0.0.0', '127.0.0.1')
      .replace('6432', String(this.pgbouncerPort))
      .replace('/etc/pgbouncer/userlist.txt', join(this.dir, 'users'));
    const files = { 'haproxy.cfg': haproxy, 'pgbouncer.ini': pgbouncer, users: `"postgres" "${PASSWORD}"\n` };
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(this.dir, name), text, { mode: 0o644 })));
    this.others.push(this.run('haproxy', ['-db', '-f', join(this.dir, 'haproxy.cfg')]));
    this.others.push(this.run('pgbouncer', [join(this.dir, 'pgbouncer.ini')]));
    for (const url of [this.url, this.urlOf('postgres', 'PgBouncer')]) await until(() => execute(url, 'SELECT 1').catch(() => undefined));
  }

  private run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const options = { cwd: this.dir, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env }, uid, gid };
    const child = spawn(program, args, { ...options, stdio: 'ignore' });
    guardChild(child, [this.dir]);
    return child;
  }

  private postmasterOf({ name }: Pick<Node, 'name'>): number | undefined {
    const [file] = globSync(join(this.dir, name, 'postmaster.pid'));
    return file === undefined ? undefined : Number(execFileSync('head', ['-n', '1', file], { encoding: 'utf8' }));
  }

  /** Waits for a primary, and for a standby that has all that it has. */
  private async settled(count: number): Promise<void> {
    const isThere = async () => {
      const roles = (await this.members()).filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role);
      return roles.includes('leader') && (count === 1 || roles.includes('sync_standby'));
    };
    await until(isThere, START_TIMEOUT_MS);
  }

  private async members(): Promise<readonly Member[]> {
    for (const { restPort } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
