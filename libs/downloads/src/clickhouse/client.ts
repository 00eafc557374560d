import { createClient, type ClickHouseClient } from '@clickhouse/client';

const CONNECTIONS = 10;

/** The official client for a URL of `DOWNLOADS_URL`. This module is imported with the first statement alone. */
export function clientOf(url: string, timeoutMs: number): ClickHouseClient {
  const { origin, username, password, pathname } = new URL(url);
  return createClient({
    url: origin,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    request_timeout: timeoutMs,
    max_open_connections: CONNECTIONS,
    log: { level: 127 }, // ClickHouseLogLevel.OFF: whoever asked logs
  });
}
