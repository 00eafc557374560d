import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DELIVERY_STATUSES } from '@app/outbox';
import { OUTBOUND_CODES } from '@app/process/testing';
import { describe, expect, it } from '@jest/globals';
import { MAX_PER_DESTINATION } from './dispatch/slots.js';
import { OWN_OUTCOMES } from './deliveries/outcomes.js';
import { WebhooksEnv } from './webhooks.env.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');

/** The codes in the first cells of the table below a heading. */
function namedBelow(heading: string): string[] {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`);
  const [, table = ''] = section.split('\n## ')[0]?.split(/^\|(?:-+\|)+$/m) ?? [];
  return [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name = '']) => name);
}

describe('the tables of docs/webhooks.md', () => {
  it('the tables of docs/webhooks.md explain every outcome that is no status of HTTP', () => {
    expect(namedBelow('Outcomes').sort()).toEqual([...OUTBOUND_CODES, ...OWN_OUTCOMES].sort());
  });

  it('the tables of docs/webhooks.md explain every status of a delivery, in its order', () =>
    expect(namedBelow('History')).toEqual(DELIVERY_STATUSES));

  it('the tables of docs/webhooks.md state the default attempts, delays, time limit and requests at once', () => {
    const { WEBHOOK_RETRY_DELAYS: delays, WEBHOOK_TIMEOUT_MS: timeoutMs } = new WebhooksEnv();
    const waits = delays.map((seconds) => {
      const [count, unit] = seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
      return `${count} ${unit}${count === 1 ? '' : 's'}`;
    });
    const listed = `${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`;
    expect(DOCUMENT).toContain(`| attempts | at most ${delays.length + 1}: at once, then about ${listed} after`);
    expect(DOCUMENT).toContain(`| time limit | ${timeoutMs / 1000} seconds by default`);
    expect(DOCUMENT).toContain(`| at once to one destination | ${MAX_PER_DESTINATION} requests`);
  });
});
