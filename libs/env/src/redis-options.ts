const SENTINEL_PORT = 26_379;

const SENTINEL_URL =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?@]+)\/(?<name>[^/?]+)(?:\/(?<db>\d+))?(?:\?(?<query>.*))?$/;

/** One Redis: `redis://` or `rediss://`, as the driver reads it. */
const SINGLE_URL = /^rediss?:\/\//;

type Sentinel = { host: string; port: number };

export type RedisConnectionOptions =
  | { url: string }
  | {
      sentinels: Sentinel[];
      name: string;
      db: number;
      failoverDetector: true;
      username?: string;
      password?: string;
      sentinelPassword?: string;
      tls?: Record<string, never>;
      enableTLSForSentinelMode?: true;
    };

/**
 * The driver's options for a URL of one server, or of Sentinels that know the present master:
 * `redis+sentinel://user:password@one:26379,two:26379/mymaster/0?sentinel_password=…`, with `rediss+sentinel` over TLS.
 * @returns undefined when it is no such URL
 */
export function redisOptions(url: string): RedisConnectionOptions | undefined {
  if (SINGLE_URL.test(url)) return URL.canParse(url) ? { url } : undefined;
  const { tls, user, password, hosts = '', name, db, query = '' } = SENTINEL_URL.exec(url)?.groups ?? {};
  if (name === undefined) return undefined;
  const sentinels = hosts.split(',').map((host) => sentinelAt(host));
  if (sentinels.includes(undefined)) return undefined;
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password');
  return {
    sentinels: sentinels.filter((one) => one !== undefined),
    name: decodeURIComponent(name),
    db: Number(db ?? 0),
    failoverDetector: true, // the old master may stay reachable: its connections are ended
    ...(user ? { username: decodeURIComponent(user) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(tls ? { tls: {}, enableTLSForSentinelMode: true } : {}),
  };
}

function sentinelAt(host: string): Sentinel | undefined {
  if (!URL.canParse(`redis://${host}`)) return undefined;
  const { hostname, port } = new URL(`redis://${host}`);
  return hostname ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || SENTINEL_PORT) } : undefined;
}
