/** The request that every sender compared here makes: an event, signed, by one keep-alive agent of undici. */
import { createHmac } from 'node:crypto';
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
export async function post(host: string, body: string): Promise<number> {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_secret').update(`${t}.${body}`).digest('hex');
  const { statusCode, body: answer } = await agent.request({
    origin: `https://${host}`,
    path: '/hook',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-signature': `t=${t},v1=${v1}` },
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  return statusCode;
}
