import pg from 'pg';
import { DatabaseServers } from '@app/env';
import { FairSemaphore, logContext, type LogContext } from '@app/process';
import { asUnavailable, DatabaseUnavailableError } from './availability.js';
import { GuardedClient, type DatabaseTimeouts } from './guarded-client.js';
import { SERVER_STATE, serverState } from './session.js';

type DatabasePoolOptions = pg.PoolConfig & {
  /** It may name several servers (see {@link DatabaseServers}). */
  readonly connectionString: string;
  readonly max: number;
  readonly timeouts: DatabaseTimeouts;
  /** False for the service's own work, which belongs to no user and limits itself. */
  readonly isFair?: boolean;
  /** A further statement that is sent on each new connection. */
  readonly greeting?: string;
  /** Whether the pool is for a replica, whose connections are read-only. */
  readonly readsOnly?: boolean;
};

type Client = pg.PoolClient & GuardedClient;
type Release = Client['release'];
type Connected = (error: Error | undefined, client: Client | undefined, release: Release) => void;

/** Seconds after which a connection is replaced, so that the pool follows a host name to another server. */
const MAX_LIFETIME_SECONDS = 3600;

const IDLE_TIMEOUT_MS = 30_000;

/** TCP probes an idle connection after this many milliseconds. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** A connection that was idle for more milliseconds than this must answer before it is used. */
const TRUSTED_IDLE_MS = 5000;

/** Milliseconds beyond a statement's own timeout for the wait for a connection and its first statement. */
const GRACE_MS = 1000;

/** How often a database that was read-only is asked whether it still is. */
const RECHECK_MS = 1000;

/** How long a disk counts as full after a write that found no room: most looks would need none. */
const DISK_FULL_MS = 15_000;

/** Sent on each new connection. PgBouncer keeps track of the time zone; start-up parameters it would refuse. */
const GREETING = `SET TIME ZONE 'UTC'; ${SERVER_STATE}`;

/** Least milliseconds that a server may take to accept a connection before the next one is tried. */
const MIN_CONNECT_MS = 1000;

/**
 * Connections to PostgreSQL that are shared fairly: one user holds at most an eighth of them, rounded up, and waits
 * behind others for more.
 * Connections that have failed, or that were opened while the database was read-only, are not used again.
 */
export class DatabasePool extends pg.Pool {
  private readonly slots: FairSemaphore;
  private readonly timeouts: DatabaseTimeouts;
  /** Connections that each request or job holds. A holder may take another; otherwise it would wait for itself. */
  private readonly held = new WeakMap<LogContext, number>();
  /** Connections opened before this moment are not used again. */
  private freshFrom = 0;
  private readonly openedAt = new WeakMap<object, number>();
  /** When a connection was last known to work. */
  private readonly workedAt = new WeakMap<object, number>();
  /** When another connection was lost: those that have not worked since must answer before they are used. */
  private doubtedFrom = -Infinity;
  /** A connection did not answer that had last worked at this moment: neither will those that are as old. */
  private deadUntil = -Infinity;
  private recheck: NodeJS.Timeout | undefined;
  private fullAt = -Infinity;
  private unshared = 0;
  private readonly readsOnly: boolean;
  private readonly isFair: boolean;
  private readonly greeting: string;

  private readonly servers: DatabaseServers;

  constructor(options: DatabasePoolOptions) {
    const servers = DatabaseServers.of(options.connectionString);
    super({
      ...options,
      Client: clientOf(servers) as unknown as new () => pg.ClientBase,
      connectionTimeoutMillis: Math.max(MIN_CONNECT_MS, options.timeouts.connectMs / servers.urls.length),
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      // pg-pool waits for the promise; its type declarations do not say so.
      onConnect: ((client: GuardedClient) => this.greet(client)) as unknown as NonNullable<pg.PoolConfig['onConnect']>,
    });
    this.servers = servers;
    this.timeouts = options.timeouts;
    this.readsOnly = options.readsOnly ?? false;
    this.isFair = options.isFair ?? true;
    this.greeting = options.greeting === undefined ? GREETING : `${options.greeting}; ${GREETING}`;
    // A connection that fails while nobody uses it is replaced when it is needed.
    this.on('error', () => undefined);
    this.slots = new FairSemaphore({
      total: options.max,
      perKey: Math.max(2, Math.ceil(options.max / 8)), // an export holds one while it reads
      timeoutMs: options.timeouts.connectMs,
    });
  }

  /** Whether a write found no room on the database's disk a moment ago. */
  get isDiskFull(): boolean {
    return performance.now() - this.fullAt < DISK_FULL_MS;
  }

  /** Whether the database has refused writes, and has not taken them since. */
  get isReadOnly(): boolean {
    return this.recheck !== undefined;
  }

  // pg's overloads: a promise, or a callback.
  override connect(callback?: unknown): never {
    const connected = this.takeClient();
    if (typeof callback !== 'function') return connected as never;
    connected.then(
      (client) => (callback as Connected)(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => (callback as Connected)(error, undefined, () => undefined),
    );
    return undefined as never;
  }

  override end(...args: unknown[]): never {
    clearInterval(this.recheck);
    return (super.end as (...all: unknown[]) => unknown).apply(this, args) as never;
  }

  private async takeClient(): Promise<Client> {
    const began = performance.now();
    const leave = await this.slot();
    try {
      for (;;) {
        const client = await this.openClient();
        if (!this.isStale(client) && (await this.works(client))) return this.lend(client, began, leave);
        client.release(true);
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Waits for a free connection, within the user's share. Work that holds one already does not wait for its share. */
  private async slot(): Promise<() => void> {
    if (!this.isFair) return () => undefined;
    const context = logContext.getStore();
    const held = (context && this.held.get(context)) ?? 0;
    const key = held > 0 ? undefined : context?.user;
    const release = await this.slots.acquire(key ?? `#${++this.unshared}`);
    if (context) this.held.set(context, (this.held.get(context) ?? 0) + 1);
    return () => {
      if (context) this.held.set(context, (this.held.get(context) ?? 1) - 1);
      release();
    };
  }

  /** A connection to the first server that answers and is the one wanted. */
  private async openClient(): Promise<Client> {
    for (let left = this.servers.urls.length; ; left -= 1) {
      const server = this.servers.current;
      try {
        return (await super.connect()) as Client;
      } catch (error) {
        this.servers.leave(server);
        if (left > 1) continue;
        throw asUnavailable(error);
      }
    }
  }

  private lend(client: Client, began: number, leave: () => void): Client {
    client.onDiskFull = () => (this.fullAt = performance.now());
    const release = client.release.bind(client);
    client.answerBy = began + this.timeouts.statementMs + GRACE_MS;
    client.release = (destroy) => {
      if (client.isReadOnly) this.enterReadOnly();
      if (client.isSpent) this.doubtedFrom = performance.now();
      else this.workedAt.set(client, performance.now());
      release(destroy === true || destroy instanceof Error || client.isSpent || this.isReadOnly || this.isStale(client));
      leave();
    };
    return client;
  }

  /** Behind a black hole nothing but a missing answer tells that a connection is lost (ADR 0090). */
  private async works(client: Client): Promise<boolean> {
    const workedAt = this.workedAt.get(client) ?? performance.now();
    if (workedAt <= this.deadUntil) return false;
    if (workedAt >= Math.max(this.doubtedFrom, performance.now() - TRUSTED_IDLE_MS)) return true;
    const works = await client.isAnswered();
    if (!works) this.deadUntil = Math.max(this.deadUntil, workedAt);
    return works;
  }

  private isStale(client: object): boolean {
    return (this.openedAt.get(client) ?? 0) < this.freshFrom;
  }

  /** Checks whether a new connection may write. A session that begins read-only stays so. */
  private async greet(client: GuardedClient): Promise<void> {
    const began = performance.now();
    this.openedAt.set(client, began);
    this.workedAt.set(client, began);
    const results = (await (client as pg.Client).query(this.greeting)) as unknown as readonly pg.QueryResult<object>[];
    const state = serverState(results.at(-1)?.rows[0]);
    if (!this.servers.suits(state)) throw new DatabaseUnavailableError('The server has not the wanted target_session_attrs.');
    if (this.readsOnly) return;
    if (state.isReadOnly) this.enterReadOnly();
    else if (this.isReadOnly) this.leaveReadOnly(began);
  }

  /** Uses every connection only once from now on, until a new one may write. */
  private enterReadOnly(): void {
    if (this.isReadOnly || this.ending) return;
    const look = () =>
      this.takeClient().then(
        (client) => client.release(),
        () => undefined,
      );
    this.recheck = setInterval(() => void look(), RECHECK_MS);
    this.recheck.unref();
  }

  private leaveReadOnly(at: number): void {
    clearInterval(this.recheck);
    this.recheck = undefined;
    this.freshFrom = at;
  }
}

/** A client of the server that is current when the client is made. */
function clientOf(servers: DatabaseServers): typeof GuardedClient {
  return class extends GuardedClient {
    constructor(config: ConstructorParameters<typeof GuardedClient>[0]) {
      super({ ...config, connectionString: servers.current });
    }
  };
}
