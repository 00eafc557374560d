import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port whose server can be changed while connections are open: those break, as when a machine is replaced. */
export class Switch {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private target = 0;
  /** Connections taken so far. */
  connections = 0;

  private constructor() {
    this.server = createServer((socket) => {
      this.connections += 1;
      const onward = connect(this.target, '127.0.0.1');
      socket.setNoDelay();
      onward.setNoDelay();
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        // Each side sees what the other does: a reset as a reset.
        one.on('error', () => other.resetAndDestroy()).on('close', () => (this.sockets.delete(one), other.destroy()));
        one.pipe(other);
      }
    });
  }

  static async to(port: number): Promise<Switch> {
    const self = new Switch();
    self.target = port;
    await new Promise<void>((resolve) => self.server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  turn(port: number): void {
    this.target = port;
    this.sockets.forEach((socket) => socket.destroy());
  }

  /** Connections that stand lead nowhere from now on, and nobody is told: a black hole. New ones are served. */
  swallow(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** From now on nobody listens. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}
