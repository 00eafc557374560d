/**
 * The cheapest HTTP/1.1 client there can be: a request is bytes made beforehand, of an answer status and length are
 * read. The load shares two cores with what it measures, so that every microsecond it takes would count as the
 * server's.
 */
import { connect, type Socket } from 'node:net';

type Answer = { status: number; bytes: number; body: string | undefined };

const HEAD_END = Buffer.from('\r\n\r\n');
/** Of an answer that is not 2xx so much is kept, for the message. */
const KEPT = 500;

/** A connection that is kept alive and does one request at a time. */
export class Connection {
  #head: Buffer | undefined;
  #status = 0;
  #length = 0;
  #missing = 0;
  #body: Buffer[] = [];
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void; keep: boolean } | undefined;

  readonly socket: Socket;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /**
   * @param head as {@link requestHead} makes it
   * @param [options] `keep` the whole answer, not only that of a failure
   */
  send(head: Buffer, { body, keep = false }: { body?: Buffer; keep?: boolean } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting) return reject(new Error('the connection is in use'));
      if (this.closed) return reject(new Error('the connection is closed'));
      this.#waiting = { resolve, reject, keep };
      this.socket.write(head);
      if (body) this.socket.write(body);
    });
  }

  /** Whether either side has ended it; a server does that to one that is not used for a while. */
  get closed() {
    return this.socket.destroyed || !this.socket.writable;
  }

  close() {
    this.socket.destroy();
  }

  #take(chunk: Buffer) {
    if (!this.#waiting) return;
    if (this.#missing === 0) {
      const bytes = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = bytes;
        return;
      }
      this.#head = undefined;
      const head = bytes.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined && this.#status !== 304) return this.#fail(new Error(`an answer without Content-Length: ${head}`));
      this.#length = this.#missing = this.#status === 304 ? 0 : Number(length);
      this.#body = [];
      this.#takeBody(bytes.subarray(end + HEAD_END.length));
    } else {
      this.#takeBody(chunk);
    }
  }

  #takeBody(chunk: Buffer) {
    this.#missing -= chunk.length;
    if (this.#waiting?.keep || this.#status >= 300) this.#body.push(chunk);
    if (this.#missing > 0) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#missing = 0;
    const body = this.#body.length > 0 ? Buffer.concat(this.#body).toString() : undefined;
    waiting?.resolve({ status: this.#status, bytes: this.#length, body: waiting.keep ? body : body?.slice(0, KEPT) });
  }

  #fail(error: Error) {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

type HeadOptions = {
  token?: string | undefined;
  /** Of the JSON body, when there is one. */
  length?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
};

export function requestHead(method: string, path: string, { token, length, headers = {} }: HeadOptions = {}) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(length === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

export function succeeded(answer: Answer): Answer {
  if ((answer.status < 200 || answer.status > 299) && answer.status !== 304) throw new Error(`answered ${answer.status}: ${answer.body}`);
  return answer;
}
