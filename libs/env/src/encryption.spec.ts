import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Encryption } from './encryption.js';

const key = () => randomBytes(32).toString('base64');

describe('a sealed text', () => {
  const old = key();
  const sealed = new Encryption(old).seal('whsec_x', 'endpoint-1');

  it('a sealed text opens with its key and for its context, and says nothing otherwise', () => {
    expect(new Encryption(old).open(sealed, 'endpoint-1')).toBe('whsec_x');
    expect(sealed.includes('whsec_x')).toBe(false);
    expect(() => new Encryption(old).open(sealed, 'endpoint-2')).toThrow();
    expect(() => new Encryption(key()).open(sealed, 'endpoint-1')).toThrow(/is not known/);
  });

  it('a sealed text is another each time', () => {
    expect(new Encryption(old).seal('whsec_x', 'endpoint-1').equals(sealed)).toBe(false);
  });

  it('a sealed text of a key that was replaced still opens, and what is sealed now needs the new one', () => {
    const rotated = new Encryption(key(), [old]);
    expect(rotated.open(sealed, 'endpoint-1')).toBe('whsec_x');
    expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal('x', 'y'))]).toEqual([false, true]);
    expect(() => new Encryption(old).open(rotated.seal('x', 'y'), 'y')).toThrow();
  });

  it('a sealed text does not open when a single bit has changed', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => new Encryption(old).open(changed, 'endpoint-1')).toThrow();
    }
  });
});
