// @ts-check
/**
 * The cheapest HTTP/1.1 client there can be: a request is bytes made beforehand, of an answer status and length are read. The
 * load shares two cores with what it measures, so that every microsecond it takes would count as the server's.
 */
import { connect } from 'node:net';

/** @typedef {{ status: number, bytes: number, body: string | undefined }} Answer `body` of failures alone */

const HEAD_END = Buffer.from('\r\n\r\n');
/** Of an answer that is not 2xx so much is kept, for the message. */
const KEPT = 500;

/** A connection that is kept alive and does one request at a time. */
export class Connection {
  /** @type {Buffer | undefined} */
  #head;
  #status = 0;
  #length = 0;
  #missing = 0;
  /** @type {Buffer[]} */
  #body = [];
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void, keep: boolean } | undefined} */
  #waiting;

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /**
   * @param {number} port
   * @returns {Promise<Connection>}
   */
  static open(port) {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /**
   * @param {Buffer} head as {@link requestHead} makes it
   * @param {{ body?: Buffer, keep?: boolean }} [options] `keep` the whole answer, not only that of a failure
   * @returns {Promise<Answer>}
   */
  send(head, { body, keep = false } = {}) {
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

  /** @param {Buffer} chunk */
  #take(chunk) {
    if (!this.#waiting) return;
    if (this.#missing === 0) {
      const bytes = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = bytes.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = bytes;
        return;
      }
      this.#head = undefined;
      const head = bytes.latin1Slice(0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) return this.#fail(new Error(`an answer without Content-Length: ${head}`));
      this.#length = this.#missing = Number(length);
      this.#body = [];
      this.#takeBody(bytes.subarray(end + HEAD_END.length));
    } else {
      this.#takeBody(chunk);
    }
  }

  /** @param {Buffer} chunk */
  #takeBody(chunk) {
    this.#missing -= chunk.length;
    if (this.#waiting?.keep || this.#status >= 300) this.#body.push(chunk);
    if (this.#missing > 0) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#missing = 0;
    const body = this.#body.length > 0 ? Buffer.concat(this.#body).toString() : undefined;
    waiting?.resolve({ status: this.#status, bytes: this.#length, body: waiting.keep ? body : body?.slice(0, KEPT) });
  }

  /** @param {Error} error */
  #fail(error) {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string, length?: number }} [options] `length` of the JSON body, when there is one
 */
export function requestHead(method, path, { token, length } = {}) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(length === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/**
 * @param {Answer} answer
 * @returns {Answer}
 */
export function succeeded(answer) {
  if (answer.status < 200 || answer.status > 299) throw new Error(`answered ${answer.status}: ${answer.body}`);
  return answer;
}
