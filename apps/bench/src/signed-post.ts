/** The request of every sender compared here: an event, signed as ours are, by one keep-alive agent of undici. */
import { sign } from '@app/outbox';
import { Agent, buildConnector } from 'undici';

const connector = buildConnector({ ca: process.env.CA ?? '' });
const agent = new Agent({
  connect: (options, done) =>
    connector({ ...options, servername: options.hostname, hostname: '127.0.0.1', port: process.env.RECEIVER_PORT ?? '' }, done),
});

export const eventOf = (id: string, number: number): string =>
  JSON.stringify({
    id,
    type: 'video_quota.low',
    createdAt: new Date().toISOString(),
    data: { usedSeconds: number, availableSeconds: 1000, remainingSeconds: 50 },
  });

/** @returns the status, which is 200 */
export async function post(url: string, { secret, eventId, body }: { secret: string; eventId: string; body: string }): Promise<number> {
  const { origin, pathname } = new URL(url);
  const { statusCode, body: answer } = await agent.request({
    origin,
    path: pathname,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'podcast-automation-webhooks/1',
      ...sign({ secret, eventId, body, at: new Date() }),
    },
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  return statusCode;
}
