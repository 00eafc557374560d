/** Which of several servers is wanted, with the names that libpq gives them. */
const TARGETS = ['any', 'read-write', 'primary', 'read-only', 'standby'] as const;
type Target = (typeof TARGETS)[number];

const PARAMETER = 'target_session_attrs';

const DATABASE_URL = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?@]+)(?<path>\/[^?]*)?(?:\?(?<query>.*))?$/;

/** The state of a server, as a new connection reports it. */
export type ServerState = { readonly isReadOnly: boolean; readonly isInRecovery: boolean };

/**
 * The servers that a database URL names
 * (`postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`). One at a time is used. The
 * driver supports URLs of a single server only.
 */
export class DatabaseServers {
  private index = 0;

  private constructor(
    /** One URL a server, each for the driver. */
    readonly urls: readonly string[],
    private readonly target: Target,
  ) {}

  /**
   * Without `target_session_attrs`, one of several servers must be writable; a single one may be read-only.
   * @returns undefined when it is no such URL
   */
  static parse(url: string): DatabaseServers | undefined {
    const { scheme, user = '', hosts = '', path = '', query = '' } = DATABASE_URL.exec(url)?.groups ?? {};
    if (scheme === undefined) return undefined;
    const parameters = new URLSearchParams(query);
    const names = hosts.split(',');
    const target = parameters.get(PARAMETER) ?? (names.length > 1 ? 'read-write' : 'any');
    parameters.delete(PARAMETER);
    const rest = parameters.size > 0 ? `?${parameters.toString()}` : '';
    const urls = names.map((host) => `${scheme}${user}${host}${path}${rest}`);
    if (names.includes('') || !urls.every((one) => URL.canParse(one)) || !isTarget(target)) return undefined;
    return new DatabaseServers(urls, target);
  }

  /** @throws Error when it is no such URL. The URL is not quoted, since it may hold a password. */
  static of(url: string): DatabaseServers {
    const servers = DatabaseServers.parse(url);
    if (!servers) throw new Error('This is not the URL of a PostgreSQL database.');
    return servers;
  }

  /** The server to connect to. */
  get current(): string {
    return this.urls[this.index] ?? '';
  }

  /** Selects the next server, as this one is unavailable or of the wrong kind, unless another connection has. */
  leave(url: string): void {
    if (url === this.current) this.index = (this.index + 1) % this.urls.length;
  }

  suits({ isReadOnly, isInRecovery }: ServerState): boolean {
    if (this.target === 'any') return true;
    return { 'read-write': !isReadOnly, 'read-only': isReadOnly, primary: !isInRecovery, standby: isInRecovery }[this.target];
  }
}

function isTarget(name: string): name is Target {
  return (TARGETS as readonly string[]).includes(name);
}
