import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import { MIN_BYTES_PER_SECOND } from './bodies/body.js';

type ConnectionLimits = {
  /** Connections of all addresses together, and of one. */
  readonly total: number;
  readonly perAddress: number;
  /** Least rate at which a client takes its answers, and how far it may fall behind. */
  readonly bytesPerSecond: number;
  readonly slackSeconds: number;
};

const MAX_CONNECTIONS = 16_384;

/** The limits of a process's connections (contract 2.12). */
export const CONNECTION_LIMITS: ConnectionLimits = {
  total: MAX_CONNECTIONS,
  perAddress: MAX_CONNECTIONS / 8,
  bytesPerSecond: MIN_BYTES_PER_SECOND,
  slackSeconds: 30,
};

const TICK_MS = 1000;

/** How far the client of a connection is behind. */
type Pace = { takenBytes: number; behindSeconds: number };

/**
 * Bounds what clients hold that do not read their answers or only open connections. Behind a proxy all connections have
 * its address, and the proxy counts those of its clients.
 */
export class Connections {
  private readonly paces = new Map<Socket, Pace>();
  private readonly addresses = new Map<string, Set<Socket>>();
  private size = 0;

  constructor(private readonly limits: ConnectionLimits = CONNECTION_LIMITS) {}

  /** Watches the connections of a server until it is closed. */
  watch(server: Server, { isBehindProxy }: { readonly isBehindProxy: boolean }): void {
    const ticking = setInterval(() => this.tick(), TICK_MS).unref();
    server.once('close', () => clearInterval(ticking));
    server.on('connection', (socket: Socket) => {
      if (isBehindProxy || this.admit(socket)) this.follow(socket);
      else socket.destroy();
    });
  }

  /** @internal Begins to judge how a client takes its answers. */
  follow(socket: Socket): void {
    this.paces.set(socket, { takenBytes: 0, behindSeconds: 0 });
    socket.once('close', () => this.paces.delete(socket));
  }

  /**
   * @internal Counts a connection. When there are too many, the oldest of the address that has the most is closed.
   * @returns false when its address has its share
   */
  admit(socket: Socket): boolean {
    const address = normalizeIp(socket.remoteAddress ?? '');
    const own = this.addresses.get(address) ?? new Set();
    if (own.size >= this.limits.perAddress) return false;
    if (this.size >= this.limits.total) this.closeOldest();
    this.addresses.set(address, own.add(socket));
    this.size += 1;
    socket.once('close', () => this.forget(address, socket));
    return true;
  }

  /** @internal Closes the connections of clients that have fallen too far behind. */
  tick(): void {
    for (const [socket, pace] of this.paces) if (this.isTooSlow(socket, pace)) socket.destroy();
  }

  /** Whether a client leaves answers queued for longer than the least rate allows. A long queue is only seen to end. */
  private isTooSlow({ bytesWritten, writableLength }: Socket, pace: Pace): boolean {
    const { bytesPerSecond, slackSeconds } = this.limits;
    const taken = bytesWritten - writableLength;
    const seconds = TICK_MS / 1000 - (taken - pace.takenBytes) / bytesPerSecond;
    pace.behindSeconds = writableLength === 0 ? 0 : Math.max(0, pace.behindSeconds + seconds);
    pace.takenBytes = taken;
    return pace.behindSeconds > slackSeconds + writableLength / bytesPerSecond;
  }

  private closeOldest(): void {
    const [address = '', sockets = new Set<Socket>()] = [...this.addresses].reduce((most, one) =>
      one[1].size > most[1].size ? one : most,
    );
    const [oldest] = sockets;
    if (!oldest) return;
    oldest.destroy();
    this.forget(address, oldest);
  }

  private forget(address: string, socket: Socket): void {
    const own = this.addresses.get(address);
    if (!own?.delete(socket)) return;
    this.size -= 1;
    if (own.size === 0) this.addresses.delete(address);
  }
}
