import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';

const TOLERANCE = 300; // seconds
const MAX_BYTES = 1_000_000;

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!secret.startsWith('whsec_')) throw new Error('WEBHOOK_SECRET is not set');

const db = new DatabaseSync('events.db');
db.exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
const store = db.prepare('INSERT INTO events (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING');

function isSigned(raw: Buffer, headers: IncomingHttpHeaders): boolean {
  const [, t, v1] = /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  if (!t || !v1 || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE) return false;
  const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}

async function receive(request: IncomingMessage): Promise<{ status: number; body?: object }> {
  if (!(Number(request.headers['content-length']) <= MAX_BYTES)) return { status: 413 };
  const raw = await buffer(request);
  if (!isSigned(raw, request.headers)) return { status: 400 };
  const event = JSON.parse(raw.toString());
  if (event.type === 'webhook.verification') return { status: 200, body: { challenge: event.data.challenge } };
  store.run(event.id, raw.toString()); // one that is there already stays as it is
  return { status: 204 };
}

createServer((request, response) => {
  receive(request).then(
    ({ status, body }) => response.writeHead(status).end(body && JSON.stringify(body)),
    () => response.writeHead(500).end(), // it will come again
  );
}).listen(Number(process.env.PORT ?? 8080));
