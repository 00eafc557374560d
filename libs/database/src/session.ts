import pg from 'pg';
import { DatabaseServers, type ServerState } from '@app/env';
import { asUnavailable, DatabaseUnavailableError } from './availability.js';

/** Asks a new connection what {@link serverState} reads. */
export const SERVER_STATE = "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only, pg_is_in_recovery() AS is_in_recovery";

type Row = { readonly is_read_only?: boolean; readonly is_in_recovery?: boolean };

export function serverState(row: Row | undefined): ServerState {
  return { isReadOnly: row?.is_read_only === true, isInRecovery: row?.is_in_recovery === true };
}

/** Milliseconds within which a server must accept a connection, and say what it is. */
const ANSWER_MS = 5000;

/**
 * Opens a connection outside the pool, for what belongs to one session (advisory locks, LISTEN). It goes to the first
 * server of the URL that answers and is of the kind that is wanted.
 * @throws Error of the last server when none is
 */
export async function openSession(url: string, config: Omit<pg.ClientConfig, 'connectionString'>): Promise<pg.Client> {
  const servers = DatabaseServers.of(url);
  let failure: unknown;
  for (const connectionString of servers.urls) {
    const client = new pg.Client({ connectionTimeoutMillis: ANSWER_MS, ...config, connectionString });
    client.on('error', () => undefined); // while nobody else listens, an 'error' would end the process
    try {
      await client.connect();
      const { rows } = await client.query<Row>({ text: SERVER_STATE, query_timeout: ANSWER_MS } as pg.QueryConfig);
      if (servers.suits(serverState(rows[0]))) return client;
      failure = new DatabaseUnavailableError('No server of the URL has the wanted target_session_attrs.');
    } catch (error) {
      failure = asUnavailable(error);
    }
    client.end().catch(() => undefined); // it may not have been connected at all
  }
  throw failure;
}
