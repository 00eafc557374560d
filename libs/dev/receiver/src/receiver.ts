import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { judgeServiceSignature, judgeStandardWebhook, type SignedRequest } from './signatures.ts';

/** The report on one request. */
export type Report = {
  readonly received_at: string;
  readonly path: string;
  /** Whether both signatures are right. */
  readonly verified: boolean;
  /** Why not; null when it is verified. */
  readonly because: string | null;
  /** Whether this event has come before. */
  readonly duplicate: boolean;
  /** The status that was answered. */
  readonly answered: number;
  /** The notification, or the text of what is none. */
  readonly event: unknown;
};

type ReceiverOptions = {
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly certificate: { readonly key: string; readonly cert: string };
  readonly tell: (report: Report) => void;
  /** A challenge with an unknown signature means that the registration was replaced: the old secret is dropped. */
  readonly forgetsOldSecret?: boolean;
};

type Kept = { readonly request: SignedRequest; readonly report: Report };

type Notification = { readonly id: string; readonly type: string; readonly data: { readonly challenge?: unknown } };

/** Requests that were taken unverified, and are judged again once there is another secret. */
const MAX_KEPT = 100;

/** Events that are remembered to tell duplicates. */
const MAX_SEEN = 10_000;

const VERIFICATION = 'webhook.verification';

const NO_SECRET = 'not verified: no secret';

/**
 * The other end of a webhook, on loopback: verifies both signatures, answers challenges and tells what came. Until it
 * has a secret it takes everything and says that nothing is verified. With one it refuses what is not signed by it, but
 * for challenges: that of a new registration comes before anybody can have entered the new secret.
 */
export class Receiver {
  private readonly seen = new Set<string>();
  private kept: Kept[] = [];
  private secret: string | undefined;

  private readonly server: Server;
  private readonly tell: (report: Report) => void;
  private readonly forgetsOldSecret: boolean;

  private constructor(server: Server, { tell, forgetsOldSecret = false }: ReceiverOptions) {
    this.server = server;
    this.tell = tell;
    this.forgetsOldSecret = forgetsOldSecret;
  }

  static async listen(options: ReceiverOptions): Promise<Receiver> {
    const { port, certificate } = options;
    const server = createServer({ key: certificate.key, cert: certificate.cert });
    const receiver = new Receiver(server, options);
    server.on('request', (request, response) => void receiver.take(request, response).catch(() => response.destroy()));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Verifies with this secret from now on, and tells once more of what was taken unverified before. */
  use(secret: string): void {
    this.secret = secret;
    const again = this.kept.map(({ request, report }) => ({ request, report: { ...report, ...this.judge(request) } }));
    this.kept = again.filter(({ report }) => !report.verified);
    again.forEach(({ report }) => this.tell(report));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = { headers: incoming.headers, body: await buffer(incoming), at: new Date() };
    const { verified, because } = this.judge(request);
    const notification = notificationIn(request.body);
    if (this.forgetsOldSecret && notification?.type === VERIFICATION && !verified) this.secret = undefined;
    const accepted = notification !== undefined && (verified || this.secret === undefined || notification.type === VERIFICATION);
    const report = {
      received_at: request.at.toISOString(),
      path: incoming.url ?? '',
      verified,
      because,
      duplicate: accepted && this.isSeen(notification.id),
      answered: accepted ? 200 : 400,
      event: notification ?? request.body.toString(),
    };
    response.writeHead(report.answered, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(accepted ? { challenge: notification.data.challenge } : { refused: because ?? 'no notification' }));
    if (accepted && !verified) this.kept = [...this.kept, { request, report }].slice(-MAX_KEPT);
    this.tell(report);
  }

  private judge(request: SignedRequest): Pick<Report, 'verified' | 'because'> {
    if (this.secret === undefined) return { verified: false, because: NO_SECRET };
    const faults = Object.entries({
      'X-SERVICE-Signature': judgeServiceSignature(request, this.secret),
      'webhook-signature': judgeStandardWebhook(request, this.secret),
    }).filter(([, verdict]) => verdict !== 'valid');
    return { verified: faults.length === 0, because: faults.map(([header, verdict]) => `${header}: ${verdict}`).join(', ') || null };
  }

  private isSeen(id: string): boolean {
    if (this.seen.has(id)) return true;
    this.seen.add(id);
    const [oldest] = this.seen;
    if (oldest !== undefined && this.seen.size > MAX_SEEN) this.seen.delete(oldest);
    return false;
  }
}

/** The body as a notification (contract 6.1); undefined when it is none. */
function notificationIn(body: Buffer): Notification | undefined {
  try {
    const parsed = JSON.parse(body.toString()) as Partial<Notification> | null;
    return typeof parsed?.id === 'string' && typeof parsed.type === 'string' && parsed.data ? (parsed as Notification) : undefined;
  } catch {
    return undefined;
  }
}
