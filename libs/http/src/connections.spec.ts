import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { CONNECTION_LIMITS, Connections } from './connections.js';

const LIMITS = { total: 16, perAddress: 2, bytesPerSecond: 1000, slackSeconds: 30 };

class Client extends EventEmitter {
  bytesWritten = 0;
  writableLength = 0;
  destroyed = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const aClient = (address = '192.0.2.1') => new Client(address) as Client & Socket;

/** Seconds until the client is cut off, which gets so many bytes and takes so many of them a second. */
function secondsUntilCutOff({ gets, takes }: { gets: number; takes: number }): number {
  const connections = new Connections(LIMITS);
  const client: Client = aClient();
  connections.follow(client as Client & Socket);
  client.bytesWritten = gets;
  for (let second = 0; second < 1000; second += 1) {
    client.writableLength = Math.max(0, gets - takes * second);
    connections.tick();
    if (client.destroyed) return second;
  }
  return Infinity;
}

describe('the connection of a client (contract 2.12)', () => {
  it.each([
    ['that takes nothing is closed after 30 seconds and those of the least rate', { gets: 10_000, takes: 0 }, 40],
    ['that takes little is closed', { gets: 100_000, takes: 500 }, 130],
    ['that takes its answer at the least rate is kept', { gets: 500_000, takes: 1000 }, Infinity],
    ['that waits for an answer is kept', { gets: 0, takes: 0 }, Infinity],
  ])('the connection of a client %s', (_, pace, seconds) => {
    expect(secondsUntilCutOff(pace)).toBe(seconds);
  });

  it('the connection of a client is closed when the client stops to read, however much it took before', () => {
    const connections = new Connections(LIMITS);
    const client: Client = aClient();
    connections.follow(client as Client & Socket);
    for (let at = 1; at < 100; at += 1) {
      Object.assign(client, { bytesWritten: at * 1_000_000, writableLength: 1000 });
      connections.tick();
    }
    for (let at = 0; at < 32; at += 1) connections.tick();
    expect(client.destroyed).toBe(true);
  });

  it('the connection of a client is refused when its address has its share, an IPv6 network of 64 bits counting as one', () => {
    const connections = new Connections(LIMITS);
    const admitted = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((one) => connections.admit(aClient(one)));
    expect(admitted).toEqual([true, true, false, true]);
  });

  it('the connection of a client is counted until it is closed', () => {
    const connections = new Connections(LIMITS);
    const [first, second] = [aClient(), aClient()];
    for (const one of [first, second]) connections.admit(one);
    first.destroy();
    expect([connections.admit(aClient()), connections.admit(aClient())]).toEqual([true, false]);
  });

  it('the connection of a client leaves its place when it is closed, once', () => {
    const connections = new Connections({ ...LIMITS, total: 2 });
    const [first, second, third, fourth] = [aClient('192.0.2.1'), aClient('192.0.2.2'), aClient('192.0.2.3'), aClient('192.0.2.4')];
    const admit = (...clients: (Client & Socket)[]) => clients.map((one) => connections.admit(one));
    admit(first, second);
    first.destroy();
    first.emit('close');
    admit(third);
    expect(second.destroyed).toBe(false);
    admit(fourth);
    expect(second.destroyed).toBe(true);
  });

  it('the connection of a client gets a place when all are taken: the oldest one of the address that has the most is closed', () => {
    const connections = new Connections({ ...LIMITS, total: 3 });
    const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3'].map((one) => aClient(one));
    for (const one of clients) connections.admit(one);
    expect(clients.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  it('the connection of a client may be one of an eighth of all at most', () => {
    expect(CONNECTION_LIMITS.perAddress * 8).toBeLessThanOrEqual(CONNECTION_LIMITS.total);
  });

  it('the connection of a client is closed by the server when the client sends requests and reads no answer', async () => {
    const connections = new Connections({ ...LIMITS, bytesPerSecond: 1e12, slackSeconds: 0.5 });
    const server = createServer((_request, response) => response.end(Buffer.alloc(16 * 1024 * 1024)));
    connections.watch(server, { isBehindProxy: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4)),
    );
    client.on('error', () => undefined).pause();
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(socket, 'close');
    client.destroy();
    server.close();
    expect(socket.destroyed).toBe(true);
  });
});
