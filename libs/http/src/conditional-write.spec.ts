import { describe, expect, it } from '@jest/globals';
import { Precondition } from './conditional-write.js';

const outcome = (headers: Record<string, string>, etags: readonly string[]): unknown => {
  try {
    Precondition.of(headers).mustHold(etags);
    return 'passes';
  } catch (error) {
    return error;
  }
};

const FORMS = ['"7.json"', '"7.vtt"'];
const OTHER = { kind: 'condition_failed', errors: [{ field: null, code: 'precondition_failed', current_etag: '"7.json"' }] };

describe('a conditional write (contract 2.5)', () => {
  it.each([
    ['no header', {}],
    ['If-Match with the ETag of its first form', { 'if-match': '"7.json"' }],
    ['If-Match with the ETag of another form', { 'if-match': '"7.vtt"' }],
    ['If-Match with an ETag that a proxy has weakened', { 'if-match': 'W/"7.vtt"' }],
    ['If-Match with a list', { 'if-match': '"6.json", "7.json"' }],
    ['If-Match: *', { 'if-match': '*' }],
  ])('a conditional write passes with %s', (_, headers) => {
    expect(outcome(headers, FORMS)).toBe('passes');
  });

  it.each([
    ['If-Match with the ETag of another version', { 'if-match': '"6.json"' }],
    ['If-None-Match: *', { 'if-none-match': '*' }],
  ])('a conditional write is 412 with %s, and names the version that is there', (_, headers) => {
    expect(outcome(headers, FORMS)).toMatchObject(OTHER);
  });

  it.each(['"7.json"', '*'])('a conditional write is 412 where there is nothing, with If-Match: %s, and names no version', (match) => {
    const failure = outcome({ 'if-match': match }, []);
    expect(failure).toMatchObject({ kind: 'condition_failed', errors: [{ code: 'precondition_failed' }] });
    expect(JSON.stringify(failure)).not.toContain('current_etag');
  });

  it('a conditional write passes with If-None-Match: * where there is nothing', () => {
    expect(outcome({ 'if-none-match': '*' }, [])).toBe('passes');
  });
});
