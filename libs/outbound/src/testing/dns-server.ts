import { createSocket, type Socket } from 'node:dgram';

/** A server's answer for the A records of a name. */
type DnsAnswer = 'NXDOMAIN' | 'SERVFAIL' | 'silence' | readonly string[];

/** Answers by name: one after the other, the last again and again. */
type Zone = Readonly<Record<string, readonly DnsAnswer[]>>;

/** A DNS server on loopback that says what a test wants, also what is broken, hostile or late (RFC 1035, 4.1). */
export class TestDnsServer {
  private readonly asked = new Map<string, number>();
  private readonly socket: Socket;

  private constructor(private readonly zone: Zone) {
    this.socket = createSocket('udp4').on('message', (query, { port, address }) => {
      const answer = this.answer(query);
      if (answer) this.socket.send(answer, port, address);
    });
  }

  static async listen(zone: Zone): Promise<TestDnsServer> {
    const server = new TestDnsServer(zone);
    await new Promise<void>((resolve) => server.socket.bind(0, '127.0.0.1', resolve));
    return server;
  }

  /** As `OutboundNames` takes it: `address:port`. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** How often a name was asked for, or all of them. */
  questions(name?: string): number {
    return name === undefined ? [...this.asked.values()].reduce((sum, times) => sum + times, 0) : (this.asked.get(name) ?? 0);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  private answer(query: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const times = this.asked.get(name) ?? 0;
    this.asked.set(name, times + 1);
    const answers = this.zone[name] ?? ['NXDOMAIN'];
    const says = answers[Math.min(times, answers.length - 1)] ?? 'NXDOMAIN';
    if (says === 'silence') return undefined;
    const addresses = typeof says === 'string' ? [] : says;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (says === 'NXDOMAIN' ? 3 : says === 'SERVFAIL' ? 2 : 0), 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((one) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]));
    return Buffer.concat([head, query.subarray(12, at + 5), ...records]);
  }
}
