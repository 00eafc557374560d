import type { ClientRequest } from 'node:http';
import { OutboundError } from '@app/process';
import type { Phase } from './outbound-error.js';

type Limits = {
  /** `performance.now()` at which the whole exchange must be over. */
  readonly deadline: number;
  /** Milliseconds for connecting. */
  readonly connectMs: number;
  /** Whether a TLS handshake follows the connection. */
  readonly secure: boolean;
  /** Called once the connection is ready for the request. */
  readonly connected: () => void;
};

/** Follows a request through its phases and ends it at its deadline. */
export class DeadlineWatch {
  phase: Phase = 'connecting';
  /** Why this process ended the request; Node then reports only that it ended. */
  failure: OutboundError | undefined;
  private readonly timers: NodeJS.Timeout[] = [];
  private ended = false;

  constructor(
    private readonly request: ClientRequest,
    { deadline, connectMs, secure, connected }: Limits,
  ) {
    this.timers.push(setTimeout(() => this.late(), Math.max(0, deadline - performance.now())));
    const connecting = setTimeout(() => this.phase === 'connecting' && this.late('connecting'), Math.max(0, connectMs));
    this.timers.push(connecting);
    request.once('socket', (socket) => {
      if (!socket.connecting) {
        setImmediate(() => this.exchange(connected)); // by then Node has noticed if it was closed meanwhile
        return;
      }
      socket.once('connect', () => {
        clearTimeout(connecting);
        if (secure) this.phase = 'securing';
        else this.exchange(connected);
      });
      if (secure) socket.once('secureConnect', () => this.exchange(connected));
    });
  }

  private exchange(connected: () => void): void {
    this.phase = 'exchanging';
    connected();
  }

  fail(error: OutboundError): void {
    this.failure ??= error;
    this.request.destroy(error);
  }

  end(): void {
    this.ended = true;
    this.timers.forEach(clearTimeout);
  }

  /**
   * Timers run before sockets are read: after a stall of this process, what has arrived in time is read first.
   * @param phase the only one that is late; any when it is left out
   */
  private late(phase?: Phase): void {
    setImmediate(() => {
      if (this.ended || (phase !== undefined && this.phase !== phase)) return;
      this.fail(new OutboundError(this.phase === 'connecting' ? 'connect_timeout' : 'timeout'));
    });
  }
}
