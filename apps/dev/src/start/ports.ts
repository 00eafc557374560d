import { createServer } from 'node:net';

/** The host and port of the api as the environment names them. */
function address(): { host: string; port: number } {
  return { port: Number(process.env['PORT']?.trim() || 3000), host: process.env['HOST']?.trim() || '127.0.0.1' };
}

/** A base URL that a program on this machine can reach. */
export function baseUrl(port: number): string {
  const { host } = address();
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}

/** Fails before anything slow begins. Invalid values are reported with the other faults of the environment. */
export async function refuseTakenPorts(): Promise<void> {
  const { host } = address();
  const wanted = new Map<number, string>();
  for (const [name, fallback] of Object.entries({ PORT: '3000', METRICS_PORT: '', WORKER_PORT: '' })) {
    const port = Number(process.env[name]?.trim() || fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) continue; // none, or any free one
    const other = wanted.get(port);
    if (other) throw new Error(`${other} and ${name} are both ${port}: set one of them to another`);
    wanted.set(port, name);
    const problem = await listenError(port, host);
    if (problem === 'EADDRINUSE') throw new Error(`Port ${port} on ${host} is taken: stop what uses it, or set ${name} to another`);
    if (problem === 'EACCES') throw new Error(`Port ${port} on ${host} needs rights that this user does not have: set ${name} to another`);
    if (problem === 'EADDRNOTAVAIL' || problem === 'ENOTFOUND') throw new Error(`HOST ${host} is not an address of this machine`);
  }
}

/** @returns the system's code of why nothing can listen on the port */
function listenError(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}
