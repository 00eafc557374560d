import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { holdsUpload, isCharged, isCorrectable, next, VIDEO_STOCK_STATUSES, type Trigger, type VideoStockStatus } from './states.js';

const TRIGGERS: readonly Trigger[] = ['read', 'fail', 'replace', 'pair', 'unpair', 'cancel'];

describe('the state machine (contract 9.1)', () => {
  it('the state machine has these transitions, and no others', () => {
    const all = VIDEO_STOCK_STATUSES.flatMap((status) => TRIGGERS.map((trigger) => [status, trigger, next(status, trigger)] as const));
    expect(all.filter(([, , to]) => to !== undefined).map(([from, trigger, to]) => `${from} ${trigger} ${to}`)).toEqual([
      'processing read ready',
      'processing fail failed',
      'processing cancel canceled',
      'ready pair matched',
      'ready cancel canceled',
      'failed replace processing',
      'failed cancel canceled',
      'matched unpair ready',
    ]);
  });

  it('the state machine is what its picture shows', () => {
    const picture = readFileSync(new URL('../../../../docs/video-stock-states.svg', import.meta.url), 'utf8');
    const shown = [...picture.matchAll(/<path [^>]*><title>(.*?)<\/title>/g)].map(([, arrow]) => arrow);
    const all = VIDEO_STOCK_STATUSES.flatMap((from) =>
      TRIGGERS.flatMap((trigger) => (next(from, trigger) ? [`${from} ${trigger} ${next(from, trigger)}`] : [])),
    );
    expect(shown.sort()).toEqual(['create processing', ...all].sort());
  });

  it.each<[VideoStockStatus, boolean, boolean, boolean]>([
    ['processing', false, true, true],
    ['ready', true, true, true],
    ['failed', false, false, true],
    ['matched', true, true, false],
    ['canceled', false, false, false],
  ])('a stock that is %s: charged %s, holds its upload %s, correctable %s', (status, charged, holds, correctable) => {
    expect([isCharged(status), holdsUpload(status), isCorrectable(status)]).toEqual([charged, holds, correctable]);
  });
});
