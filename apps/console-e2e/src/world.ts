import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCertificate, Receiver, type Report } from '@app/receiver';
import { serveAudio } from './audio.ts';
import { ConsoleUnderTest, type Visit } from './console.ts';
import { fixtures } from './fixtures.ts';
import { HOSTILE } from './hostile.ts';

/** Where notifications are sent. */
export const WEBHOOK_HOST = 'hooks.example.com';

const feedOf = (guid: string, title: string) => `<?xml version="1.0"?>
<rss version="2.0"><channel><title>Tech</title>
<item><guid>${guid}</guid><title>${title}</title><enclosure url="http://feeds.example.com/1.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`;

const FEEDS: Readonly<Record<string, string>> = {
  '/feed.xml': feedOf('from-the-feed', 'Salt & pepper'),
  '/hostile.xml': feedOf('hostile', HOSTILE.replaceAll('<', '&lt;')),
};

/** A token of {@link fixtures}, and how the browser looks at the page. */
export type As = { readonly token?: string } & NonNullable<Parameters<ConsoleUnderTest['visit']>[0]>;

/** One stack, browser and set of other servers, for all tries: starting them takes longer than most of the tries. */
export class World {
  readonly reports: Report[] = [];
  web!: ConsoleUnderTest;
  receiver!: Receiver;
  media!: Awaited<ReturnType<typeof serveAudio>>;
  private feeds!: Server;
  private folder!: string;
  private readonly visits: Visit[] = [];

  async start(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'podcast-automation-console-'));
    const certificate = await localCertificate(join(this.folder, 'certificate'), WEBHOOK_HOST);
    this.receiver = await Receiver.listen({ port: 0, certificate, tell: (report) => this.reports.push(report) });
    this.media = await serveAudio();
    this.feeds = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/rss+xml').end(FEEDS[request.url ?? ''] ?? '');
    });
    await new Promise<void>((resolve) => this.feeds.listen(0, '127.0.0.1', resolve));
    const { port } = this.feeds.address() as AddressInfo;
    this.web = await ConsoleUnderTest.start(fixtures(this.media.url), {
      NODE_EXTRA_CA_CERTS: certificate.caFile,
      OUTBOUND_CONNECT_TO: `feeds.example.com:80:127.0.0.1:${port},${WEBHOOK_HOST}:443:127.0.0.1:${this.receiver.port}`,
      QUOTA_CHECK_CRON: '* * * * * *',
    });
  }

  async closeVisits(): Promise<void> {
    for (const { context } of this.visits.splice(0)) await context.close();
  }

  async destroy(): Promise<void> {
    await this.web.destroy();
    await this.receiver.close().catch(() => undefined); // a test closes it
    this.media.close();
    this.feeds.close();
    await rm(this.folder, { recursive: true });
  }

  token(key: string): string {
    const token = this.web.seed.tokens[key];
    if (token === undefined) throw new Error(`The fixtures have no token “${key}”`);
    return token;
  }

  podcast(key: string): string {
    return `/podcasts/${this.web.seed.podcasts[key]}`;
  }

  episode(key: string): string {
    return `/episodes/${this.web.seed.episodes[key]}`;
  }

  /** A page in a browser profile that ends with the try. */
  async visit(options: Omit<As, 'token'> = {}): Promise<Visit> {
    const visit = await this.web.visit(options);
    this.visits.push(visit);
    return visit;
  }

  /** Opens an address of the console in a browser profile of its own, and waits for its heading. */
  async at(path: string, { token = 'ann', ...options }: As = {}): Promise<Visit> {
    const visit = await this.visit(options);
    await this.web.open(visit, path, this.token(token));
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    return visit;
  }

  /** Asks the API. */
  fetch(path: string, { token = 'ann', ...init }: RequestInit & { readonly token?: string } = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.token(token)}`, 'Content-Type': 'application/json', ...init.headers };
    return fetch(`${this.web.api.baseUrl}/api/v1${path}`, { ...init, headers });
  }

  async data(path: string, token = 'ann'): Promise<unknown> {
    return ((await (await this.fetch(path, { token })).json()) as { data: unknown }).data;
  }
}
