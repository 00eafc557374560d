import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for which a connection is kept for the next request to the same address and name, where the server says nothing. */
export const IDLE_TIMEOUT_MS = 4000;

/** Milliseconds for which one is kept at most where the server says that it keeps it, and how long before the server it is given up. */
const MAX_IDLE_TIMEOUT_MS = 60_000;
const MARGIN_MS = 1000;

/**
 * Connections that are kept for longer than {@link IDLE_TIMEOUT_MS}: each takes some 40 kB. Only deliveries keep theirs: a user has one
 * destination, but feeds from as many hosts as the user likes.
 */
const MAX_LONG_KEPT = 1024;

/** Until when the connections that agents keep may be used. The agent's own timer is late when this process is busy, the server's is not. */
export class KeptConnections {
  private readonly goodUntil = new WeakMap<object, number>();
  private readonly promisedMs = new WeakMap<object, number>();
  private readonly longKept = new Set<Socket>();

  watch(agent: Agent): void {
    agent.on('free', (socket: Socket) => this.keep(socket));
  }

  /** Notes for how long the server keeps the connection of a response: a TLS handshake costs more than a request. */
  note({ headers, socket }: IncomingMessage, { isLong }: { readonly isLong: boolean }): void {
    const seconds = /(?:^|[\s,])timeout=(\d+)/i.exec(String(headers['keep-alive']))?.[1];
    const maxMs = isLong ? MAX_IDLE_TIMEOUT_MS : IDLE_TIMEOUT_MS;
    if (seconds !== undefined) this.promisedMs.set(socket, Math.min(Number(seconds) * 1000 - MARGIN_MS, maxMs));
  }

  isGood(socket: object): boolean {
    return performance.now() <= (this.goodUntil.get(socket) ?? -Infinity);
  }

  private keep(socket: Socket): void {
    const promised = this.promisedMs.get(socket) ?? IDLE_TIMEOUT_MS;
    const isLong = promised > IDLE_TIMEOUT_MS && this.keepsLong(socket);
    if (isLong) socket.setTimeout(promised); // instead of the agent's
    this.goodUntil.set(socket, performance.now() + (isLong ? promised : Math.min(promised, IDLE_TIMEOUT_MS)));
  }

  private keepsLong(socket: Socket): boolean {
    if (this.longKept.has(socket)) return true;
    if (this.longKept.size >= MAX_LONG_KEPT) return false;
    this.longKept.add(socket);
    socket.once('close', () => this.longKept.delete(socket));
    return true;
  }
}
