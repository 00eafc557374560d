import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { judgeJsonShape, MAX_LEVELS } from './json-shape.js';

const judge = (text: string, maxMembers = 1000) => judgeJsonShape(Buffer.from(text), maxMembers);
const withCode = (code: string) => expect.objectContaining({ errors: [expect.objectContaining({ code })] });
const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":${index}`).join(',')}}`;

describe('the shape of a JSON body (contract 2.10)', () => {
  it('the shape of a JSON body takes 1,000 members and not one more, on one level or on several', () => {
    judge(members(1000));
    judge(`{"a":${members(998)},"b":1}`);
    expect(() => judge(members(1001))).toThrow(withCode('too_many_fields'));
    expect(() => judge(`{"a":${members(999)},"b":1}`)).toThrow(withCode('too_many_fields'));
    expect(() => judge(`[${'{"a":1},'.repeat(600)}{}]`)).toThrow(withCode('too_many_fields'));
  });

  it.each(['1', '[]', '{}', '""'])('the shape of a JSON body counts elements of arrays as well: %s', (element) => {
    expect(() => judge(`[${Array(1002).fill(element).join(',')}]`)).toThrow(withCode('too_many_fields'));
  });

  it('the shape of a JSON body counts nothing inside strings', () => {
    judge(JSON.stringify({ a: ',:{}[]'.repeat(1000), ['\\"'.repeat(5)]: '\\",:[{'.repeat(1000) }), 2);
  });

  it('the shape of a JSON body refuses what is nested too deeply', () => {
    for (const [open, close] of [['[', ']'], ['{"a":', '}']] as const) {
      judge(`${open.repeat(MAX_LEVELS)}${close === '}' ? '1' : ''}${close.repeat(MAX_LEVELS)}`);
      expect(() => judge(open.repeat(MAX_LEVELS + 1))).toThrow(withCode('invalid'));
    }
  }); // prettier-ignore

  it.each(['', '}}}}', '"', '"\\', '{"a":"', ']['])('the shape of a JSON body leaves what is no JSON to the parser: %j', (text) =>
    judge(text),
  );

  it('the shape of a JSON body counts exactly as many members as any JSON value has', () => {
    const count = (value: unknown): number => {
      if (Array.isArray(value)) return Math.max(0, value.length - 1) + value.reduce((sum: number, one) => sum + count(one), 0);
      if (typeof value !== 'object' || value === null) return 0;
      return Object.entries(value).reduce((sum, [, one]) => sum + 1 + count(one), 0);
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        // Duplicate keys are one member once parsed.
        const normal = JSON.stringify(JSON.parse(text));
        const expected = count(JSON.parse(normal));
        judge(normal, expected);
        if (expected > 0) expect(() => judge(normal, expected - 1)).toThrow(withCode('too_many_fields'));
      }),
    );
  });
});
