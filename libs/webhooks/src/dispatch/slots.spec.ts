import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@app/process/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Slots, Stalls, type Slot } from './slots.js';

let taken: Slot[] = [];
afterEach(() => {
  taken.forEach(({ timer }) => clearTimeout(timer));
  taken = [];
});

function end(slots: Slots, slot: Slot, answered = true): void {
  slots.judge(slot, { answered });
  slots.release(slot);
}

const slotsFor = (timeoutMs: number, stalls?: Stalls) => new Slots({ timeoutMs, onFree: () => undefined, stalls });

/** A process that is as late as a test says. */
class GivenStalls extends Stalls {
  stalled = 0;
  lag = 0;

  override totalMs(): number {
    return this.stalled;
  }

  override lagMs(): number {
    return this.lag;
  }
}

function take(slots: Slots, id: string): Slot {
  const slot = slots.take(id);
  taken.push(slot);
  return slot;
}

/** Takes starting slots until none is free, each for a destination of its own. */
function fill(slots: Slots, kind: Parameters<Slots['freeStarting']>[0]): void {
  for (let free = slots.freeStarting(kind); free > 0; free -= 1) take(slots, `d${slots.total}`);
  expect(slots.freeStarting(kind)).toBe(0);
}

async function aSlow(slots: Slots, id: string): Promise<Slot> {
  const slot = take(slots, id);
  await until(() => slot.timer === undefined);
  return slot;
}

describe('an exchange that lasts longer than a tenth of the timeout', () => {
  it('an exchange that lasts longer than a tenth of the timeout leaves its starting slot and makes its destination slow', async () => {
    const slots = slotsFor(200);
    const [starting, slow] = [slots.freeStarting({ further: false }), slots.freeSlow()];
    await aSlow(slots, 'hanging');
    expect([slots.freeStarting({ further: false }), slots.freeSlow()]).toEqual([starting, slow - 1]);
    expect([slots.excluded(), slots.idleSlow()]).toEqual([['hanging'], []]);
  });

  it('an exchange that lasts longer than a tenth of the timeout makes its destination slow until an exchange ends sooner', async () => {
    const slots = slotsFor(200);
    end(slots, await aSlow(slots, 'd'));
    expect([slots.isSlow('d'), slots.idleSlow()]).toEqual([true, ['d']]);
    end(slots, take(slots, 'd'));
    expect([slots.isSlow('d'), slots.idleSlow(), slots.excluded()]).toEqual([false, [], []]);
  });

  it('a long exchange says nothing about its destination while this process was stalled', async () => {
    const stalls = new GivenStalls();
    const slots = slotsFor(500, stalls);
    take(slots, 'd');
    stalls.stalled = 10_000;
    await sleep(100);
    expect(slots.isSlow('d')).toBe(false);
  });
});

it('slots that become free are claimed for together, a quarter of them at least', () => {
  let claims = 0;
  const slots = new Slots({ timeoutMs: 10_000, onFree: () => (claims += 1) });
  fill(slots, { further: false });
  const quarter = slots.total / 4;
  for (let ended = 1; ended <= quarter; ended += 1) {
    slots.judge(taken[ended]!, { answered: true }); // it is not recorded yet
    expect(claims).toBe(ended < quarter ? 0 : 1);
  }
  expect(slots.freeStarting({ further: false })).toBe(quarter);
});

it('a slot that becomes free is claimed for at once while no exchange is starting, however few slots there are', async () => {
  let claims = 0;
  const slots = new Slots({ timeoutMs: 60_000, onFree: () => (claims += 1) });
  const running = Array.from({ length: 17 }, (_, number) => take(slots, `d${number}`));
  slots.exhausted();
  expect(slots.freeStarting({ further: false })).toBe(0);
  await until(() => running.every(({ pool }) => pool === 'running'));
  for (const slot of running) {
    const before = claims;
    end(slots, slot);
    expect(claims).toBe(before + 1);
  }
});

it('nothing is claimed for while an exchange with a slow destination goes on', async () => {
  let claims = 0;
  const slots = new Slots({ timeoutMs: 200, onFree: () => (claims += 1) });
  end(slots, await aSlow(slots, 'd'));
  const before = claims;
  await aSlow(slots, 'd');
  expect(claims).toBe(before);
});

it('fewer exchanges start at once the later the process is, and never none', () => {
  const stalls = new GivenStalls();
  const slots = slotsFor(10_000, stalls);
  const all = slots.freeStarting({ further: false });
  stalls.lag = 100;
  expect([slots.freeStarting({ further: false }), slots.freeStarting({ further: true })]).toEqual([all / 2, all / 4]);
  stalls.lag = 1_000_000;
  expect(slots.freeStarting({ further: false })).toBeGreaterThan(0);
});

it('a quick exchange that was not made says nothing about a slow destination', async () => {
  const slots = slotsFor(200);
  end(slots, await aSlow(slots, 'd'));
  end(slots, take(slots, 'd'), false);
  expect(slots.isSlow('d')).toBe(true);
});

it('slow destinations come in the order of their last attempts', async () => {
  const slots = slotsFor(200);
  for (const id of ['a', 'b', 'c']) end(slots, await aSlow(slots, id));
  end(slots, await aSlow(slots, 'a'));
  expect(slots.idleSlow()).toEqual(['b', 'c', 'a']);
});

it('a destination with four exchanges in flight gets no fifth', () => {
  const slots = slotsFor(10_000);
  const first = take(slots, 'd');
  for (let more = 0; more < 3; more += 1) take(slots, 'd');
  expect(slots.excluded()).toEqual(['d']);
  end(slots, first);
  expect(slots.excluded()).toEqual([]);
});

it('a destination that has not answered for a moment gets no further exchange', async () => {
  const slots = slotsFor(60_000);
  const slot = take(slots, 'd');
  expect(slots.excluded()).toEqual([]);
  await until(() => slot.pool !== 'starting');
  expect(slots.excluded()).toEqual(['d']);
});

it('further exchanges with a destination leave half of the starting slots to first ones', () => {
  const slots = slotsFor(10_000);
  fill(slots, { further: true });
  expect(slots.freeStarting({ further: false })).toBe(slots.total);
});

it('the capacity shrinks when file descriptors run out, and grows again', () => {
  const slots = slotsFor(10_000);
  for (let number = 0; number < 50; number += 1) take(slots, `d${number}`);
  slots.exhausted();
  expect([slots.freeStarting({ further: false }), slots.freeSlow()]).toEqual([0, 20]);
  for (let second = 0; second < 60; second += 1) slots.grow();
  expect([slots.freeStarting({ further: false }), slots.freeSlow()]).toEqual([150, 500]);
});

it('an exchange that takes long holds its starting slot for a moment only', async () => {
  const slots = slotsFor(60_000);
  fill(slots, { further: false });
  await until(() => slots.freeStarting({ further: false }) > 0);
  expect(slots.isSlow('d0')).toBe(false);
});
