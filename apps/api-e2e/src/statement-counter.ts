import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Types of PostgreSQL's messages that a statement begins with: a simple query, and the execution of a prepared one. */
const QUERY = 0x51;
const EXECUTE = 0x45;
const PARSE = 0x50;

/** A line to PostgreSQL that counts the statements that clients send. */
export class StatementCounter {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  /** The text of each statement as far as it is known, in order. */
  readonly statements: string[] = [];

  private constructor(private readonly target: URL) {
    this.server = createServer((socket) => {
      const onward = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => (this.sockets.delete(one), other.destroy()));
      }
      const read = this.reader();
      socket.on('data', read);
      socket.pipe(onward);
      onward.pipe(socket);
    });
  }

  static async to(databaseUrl: string): Promise<StatementCounter> {
    const self = new StatementCounter(new URL(databaseUrl));
    await new Promise<void>((resolve) => self.server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  /** The same database, through this line. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.sockets.forEach((socket) => socket.destroy());
    await closed;
  }

  /** Takes the bytes of one connection apart. Its first message has no type. */
  private reader(): (chunk: Buffer) => void {
    let rest: Buffer = Buffer.alloc(0);
    let isFirst = true;
    let parsed = '';
    return (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = isFirst ? 0 : 1;
        if (rest.length < head + 4) return;
        const end = head + rest.readUInt32BE(head);
        if (rest.length < end) return;
        const type = isFirst ? 0 : rest[0];
        const text = () => rest.toString('utf8', head + 4, end - 1);
        if (type === PARSE) parsed = text().split('\0')[1] ?? '';
        if (type === QUERY) this.statements.push(text());
        if (type === EXECUTE) this.statements.push(parsed);
        isFirst = false;
        rest = rest.subarray(end);
      }
    };
  }
}
