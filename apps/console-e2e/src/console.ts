import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { noteExchange, Stack, type Loaded, type Running } from '@app/stack';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { launchChromium } from '@app/stack/browser';

/** For a step of a page: a browser on a busy machine takes long for its first ones. */
const STEP_TIMEOUT_MS = 100_000;

/** An error of a page that no page may have. */
type Complaint = { readonly kind: 'console' | 'failure' | 'policy' | 'origin'; readonly text: string };

export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly complaints: readonly Complaint[] };

/** A stack, the console it serves, and a browser. */
export class ConsoleUnderTest {
  private constructor(
    readonly stack: Stack,
    readonly api: Running,
    readonly seed: Loaded,
    private readonly browser: Browser,
  ) {}

  /** @param environment further variables of the processes */
  static async start(fixtures: Parameters<Stack['load']>[0], environment: NodeJS.ProcessEnv = {}): Promise<ConsoleUnderTest> {
    const stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', ...environment });
    const home = join(stack.dir, 'browser');
    await mkdir(home);
    const [seed, api, , browser] = await Promise.all([
      stack.load(fixtures),
      stack.start('api'),
      stack.start('worker'),
      launchChromium(home),
    ]);
    return new ConsoleUnderTest(stack, api, seed, browser);
  }

  async destroy(): Promise<void> {
    await this.browser.close();
    await this.stack.destroy();
  }

  /** A browser profile of its own, and in it a page that complains when something happens that never may. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const complaints: Complaint[] = [];
    const complain = (kind: Complaint['kind'], text: string) => complaints.push({ kind, text });
    await context.exposeFunction('complainOfPolicy', (text: string) => void complain('policy', text));
    await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      complainOfPolicy(event.violatedDirective + ' ' + event.blockedURI))`);
    const page = await context.newPage();
    page.on('console', (message) => {
      // Chromium reports every refusal. A busy service may refuse; then the console waits and asks again.
      if (/status of (429|503)/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) complain('console', message.text());
    });
    page.on('pageerror', (error) => complain('failure', error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.api.baseUrl) complain('origin', request.url());
    });
    page.on('requestfinished', (request) => void note(request));
    page.on('requestfailed', (request) => void note(request));
    return { page, context, complaints };
  }

  /** Opens an address of the console as the holder of a token. */
  async open({ page }: Visit, path: string, token: string): Promise<void> {
    await page.goto(`${this.api.baseUrl}/console${path}#token=${token}`);
  }
}

/** Notes a request to the API for the message of a failed test. */
async function note(request: Request): Promise<void> {
  if (!new URL(request.url()).pathname.startsWith('/api/')) return;
  const response = await request.response().catch(() => null); // the page may be closed by now
  noteExchange({
    method: request.method(),
    url: request.url(),
    outcome: String(response?.status() ?? request.failure()?.errorText),
    requestId: response?.headers()['x-request-id'] ?? null,
    body: (await response?.text().catch(() => undefined)) ?? '',
  });
}
