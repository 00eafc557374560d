import pg from 'pg';

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Work over one connection to a database. */
export async function inSession<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // a server that goes away fails the query under way
  await client.connect();
  try {
    return await work(
      async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    );
  } finally {
    await client.end();
  }
}

/** One statement over a connection of its own. */
export function execute<Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  return inSession(url, (query) => query<Row>(text, values));
}
