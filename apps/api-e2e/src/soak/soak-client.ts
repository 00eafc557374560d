import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Answer, type Sent } from '../client.js';
import type { Deployment } from './deployment.js';
import type { Measures } from './measures.js';

/** Milliseconds for which an honest user repeats a request that was not served. */
const WAIT_TIMEOUT_MS = 180_000;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export type Caller = { readonly name: string; readonly token: string; readonly deployment: Deployment; readonly measures: Measures };

/** An honest user's client: asks the api processes in turns, measures every request, and repeats what failed. */
export class SoakClient extends Client {
  constructor(private readonly caller: Caller) {
    super('', caller.token);
  }

  /** @returns the first answer that is neither 503 nor missing */
  override async request(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    for (const deadline = Date.now() + WAIT_TIMEOUT_MS; ; await sleep(250)) {
      const answer = await this.once(method, path, sent);
      if (answer && answer.status !== 503) return answer;
      if (Date.now() > deadline) throw new Error(`${method} ${path} was not served for ${WAIT_TIMEOUT_MS} ms`);
    }
  }

  /** One request. @returns null when no answer came */
  async once(method: string, path: string, sent: Sent = {}): Promise<Answer | null> {
    const { name: user, token, deployment, measures } = this.caller;
    const client = new Client(deployment.baseUrl(), token);
    const startedAt = Date.now();
    const answer = await client.request(method, path, sent).catch(() => null);
    const action = `${method} ${path.split('?', 1)[0]!.replace(UUID, ':id')}`;
    const requestId = answer?.headers.get('x-request-id') ?? null;
    measures.add({ user, action, startedAt, endedAt: Date.now(), status: answer?.status ?? 0, requestId });
    return answer;
  }
}
