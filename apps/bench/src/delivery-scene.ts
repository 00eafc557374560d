/** Where webhook deliveries are measured. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchChild, Stack } from './stack.ts';

const DESTINATIONS = 1000;
export const hosts = Array.from({ length: DESTINATIONS }, (_, number) => `d${number}.example.com`);

/** Milliseconds for an exchange, where destinations hang. */
export const TIMEOUT_MS = 5000;

/** Receivers, and databases with their users, each with a worker and a publisher. */
export class Scene {
  readonly stack: Stack;
  readonly receiver: BenchChild;
  readonly tls: NodeJS.ProcessEnv;

  constructor(stack: Stack, receiver: BenchChild, tls: NodeJS.ProcessEnv) {
    this.stack = stack;
    this.receiver = receiver;
    this.tls = tls;
  }

  /** @param names hosts of the destinations */
  static async set(stack: Stack, names = hosts) {
    // The built code: the build precedes the benchmark.
    const { CertificateAuthority } = await import('@app/certificates');
    const authority = await CertificateAuthority.create();
    const { cert, key } = await authority.issue({ names: ['*.example.com'] });
    const ca = join(stack.dir, 'ca.pem');
    writeFileSync(ca, authority.pem);
    const receiver = stack.child('receiver.ts', undefined, { CERTIFICATE: cert, KEY: key });
    const port = await receiver.do('port');
    return new Scene(stack, receiver, {
      NODE_ENV: 'test', // where OUTBOUND_CONNECT_TO is allowed
      NODE_EXTRA_CA_CERTS: ca,
      OUTBOUND_CONNECT_TO: names.map((host) => `${host}:443:127.0.0.1:${port}`).join(','),
      WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
      CA: authority.pem,
      RECEIVER_PORT: String(port),
    });
  }

  async house(name: string, names = hosts) {
    const url = await this.stack.emptyDatabase(name);
    const publisher = this.stack.child('publisher.ts', { url }, this.tls);
    const users = await publisher.do('destinations', names);
    return { url, publisher, users };
  }

  worker(house: { url: string }, env: NodeJS.ProcessEnv = {}) {
    return this.stack.worker(house, { ...this.tls, ...env });
  }
}

export async function sql({ url }: { url: string }, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
