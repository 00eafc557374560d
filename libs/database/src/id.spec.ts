import { describe, expect, it } from '@jest/globals';
import { isId, newId } from './id.js';

describe('new ids', () => {
  it('new ids are UUIDv7 of the present time, each different, in ascending order', () => {
    const before = Date.now();
    const ids = Array.from({ length: 20_000 }, newId);
    expect(ids.every(isId)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    const made = Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});
