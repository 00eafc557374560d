import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to a server that carries so many bytes to it, then none until it may carry more. */
export class MeteredLine {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly waiting = new Set<() => void>();
  private allowed = 0;
  private tell: () => void = () => undefined;
  /** Bytes that were carried to the server since the last `allow`. */
  taken = 0;
  /** Resolves when the line carries no more. */
  exhausted = Promise.resolve();

  private constructor(port: number) {
    this.server = createServer((socket) => {
      const onward = connect(port, '127.0.0.1');
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => (this.sockets.delete(one), other.destroy()));
      }
      const carry = (chunk: Buffer) => {
        this.taken += chunk.length;
        if (this.taken <= this.allowed) {
          if (onward.write(chunk)) socket.resume();
          else socket.pause();
        } else {
          socket.pause();
          this.waiting.add(() => carry(chunk));
          this.tell();
        }
      };
      socket.on('data', carry);
      onward.on('drain', () => socket.resume());
      onward.pipe(socket);
    });
  }

  static async to(port: string): Promise<MeteredLine> {
    const self = new MeteredLine(Number(port));
    await new Promise<void>((resolve) => self.server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  allow(bytes: number): void {
    this.taken = 0;
    this.allowed = bytes;
    this.exhausted = new Promise((resolve) => (this.tell = resolve));
    const waiting = [...this.waiting];
    this.waiting.clear();
    waiting.forEach((carry) => carry());
  }

  close(): void {
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
  }
}
