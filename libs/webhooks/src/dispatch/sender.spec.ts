import { randomBytes } from 'node:crypto';
import { newId } from '@app/database';
import type { Encryption } from '@app/env';
import { Clock, OutboundError } from '@app/process';
import { ScriptedOutbound } from '@app/process/testing';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { WebhooksEnv } from '../webhooks.env.js';
import type { Claim, ClaimsQueries } from './claims.queries.js';
import { Sender } from './sender.js';

const claim = { eventId: newId(), url: 'https://hooks.example.com/', body: '{}' } as Claim;
const encryption = { open: () => `whsec_${randomBytes(24).toString('base64')}` } as unknown as Encryption;
const env = { WEBHOOK_TIMEOUT_MS: 10_000 } as WebhooksEnv;

it.each([
  [
    'is postponed when the process was stalled for more than half of its time',
    'timeout',
    5001,
    { kind: 'postponed', reason: 'stalled', seconds: 5 },
  ],
  ['is blamed on its destination when that had half of its time', 'timeout', 5000, { kind: 'answered', ok: false, outcome: 'timeout' }],
  ['is blamed on its destination for what no stall causes', 'tls_error', 9000, { kind: 'answered', ok: false, outcome: 'tls_error' }],
] as const)('an attempt that fails %s', async (_, code, stalledMs, sent) => {
  const outbound = new ScriptedOutbound(() => {
    throw new OutboundError(code);
  });
  const sender = new Sender({} as ClaimsQueries, outbound, encryption, env, new Clock(), pino({ level: 'silent' }));
  expect(await sender.send(claim, performance.now(), () => stalledMs)).toMatchObject(sent);
});
