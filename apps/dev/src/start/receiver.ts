import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { localCertificate, Receiver, signingSecretIn, type LocalCertificate } from '@app/receiver';
import { RECEIVER_HOST } from '../webhook-listen.ts';
import type { DemoTokens } from './demo-tokens.ts';
import { baseUrl } from './ports.ts';
import type { StartContext } from './start-context.ts';

const RECEIVER_URL = `https://${RECEIVER_HOST}/`;

type Configuration = { readonly id: string; readonly url: string } | null;

type RunningReceiver = {
  /** Variables with which api and worker reach the receiver under its public name. */
  readonly environment: NodeJS.ProcessEnv;
  /** Registers the receiver for the demo user, unless that user has a webhook. @returns lines for the greeting */
  readonly register: (port: number, tokens: DemoTokens | undefined) => Promise<string[]>;
};

/** `npm start -- --receiver`: the local webhook receiver beside the service, as https://hooks.example.com/. */
export async function runReceiver(dir: string, { onEnd, say }: StartContext): Promise<RunningReceiver> {
  const folder = join(dir, 'webhook-listener');
  const certificate = await localCertificate(folder, RECEIVER_HOST);
  const tell = (report: object) => process.stdout.write(`${JSON.stringify({ name: 'receiver', ...report })}\n`);
  const receiver = await Receiver.listen({ port: 0, certificate, tell, forgetsOldSecret: true });
  const lines = createInterface({ input: process.stdin }).on('line', (line) => {
    const secret = signingSecretIn(line);
    if (secret !== undefined) receiver.use(secret);
    else if (line.trim() !== '') say('This line contains no signing secret (whsec_ and 44 characters).');
  });
  process.stdin.unref?.();
  onEnd(() => {
    lines.close();
    return receiver.close();
  });
  return {
    environment: environmentFor(certificate, receiver.port),
    register: async (port, tokens) => [`Receiver    ${RECEIVER_URL} (${await register(folder, receiver, port, tokens)})`],
  };
}

/** Adds to what the caller has set. */
function environmentFor({ caFile }: LocalCertificate, port: number): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: authorities, OUTBOUND_CONNECT_TO: connectTo } = process.env;
  const bundle = join(caFile, '../bundle.pem');
  if (authorities) writeFileSync(bundle, `${readFileSync(authorities, 'utf8')}\n${readFileSync(caFile, 'utf8')}`);
  return {
    NODE_EXTRA_CA_CERTS: authorities ? bundle : caFile,
    OUTBOUND_CONNECT_TO: [connectTo?.trim(), `${RECEIVER_HOST}:443:127.0.0.1:${port}`].filter(Boolean).join(),
  };
}

/** @returns what to tell the user */
async function register(folder: string, receiver: Receiver, port: number, tokens: DemoTokens | undefined): Promise<string> {
  const enter = 'register it, then paste the answer here so that it can verify';
  if (!tokens) return enter;
  const ask = async (method: string, json?: object): Promise<{ status: number; text: string }> => {
    const headers = { Authorization: `Bearer ${tokens.token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${baseUrl(port)}/api/v1/video-webhook`, { method, headers, body: JSON.stringify(json) });
    return { status: answer.status, text: await answer.text() };
  };
  const current = configurationIn((await ask('GET')).text);
  const file = join(folder, `${current?.id ?? 'none'}.secret`);
  const noted = current?.url === RECEIVER_URL ? readSecret(file) : undefined;
  if (noted) {
    receiver.use(noted);
    return 'registered for the demo user';
  }
  if (current) return `the demo user has a webhook at ${current.url}: ${enter}`;

  const { status, text } = await ask('PUT', { url: RECEIVER_URL });
  const secret = signingSecretIn(text);
  if (status !== 200 || secret === undefined) return `the registration was refused with ${status}: ${enter}`;
  const registered = configurationIn(text);
  if (registered) writeFileSync(join(folder, `${registered.id}.secret`), secret, { mode: 0o600 });
  receiver.use(secret);
  return 'registered for the demo user';
}

function configurationIn(text: string): Configuration {
  const { data } = JSON.parse(text) as { data: (Configuration & { endpoint?: Configuration }) | null };
  return data?.endpoint ?? data;
}

function readSecret(file: string): string | undefined {
  try {
    return signingSecretIn(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
