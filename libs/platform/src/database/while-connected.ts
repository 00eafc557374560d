import type { PoolClient } from 'pg';

/**
 * Work on a connection that fails when the connection ends. A cursor does not notice that by itself, and would wait for ever.
 * @throws what the work throws, or that the connection has ended
 */
export async function whileConnected<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const onLost = (error?: Error): void => lost.reject(error ?? new Error('the connection to the database has ended'));
  client.on('error', onLost).on('end', onLost);
  try {
    return await Promise.race([work(), lost.promise]);
  } finally {
    client.off('error', onLost).off('end', onLost);
  }
}
