import { describe, expect, it } from '@jest/globals';
import { EnvError } from '@app/env';
import { explain } from './explain.js';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('what an operator can mend is one text', () => {
  it.each([
    ['a taken port', withCode('EADDRINUSE', 'listen 127.0.0.1:3000'), 'The port is taken: listen 127.0.0.1:3000'],
    ['a database that is away', withCode('ENOTFOUND', 'x'), 'The database of DATABASE_URL cannot be reached: x'],
    ['one that is away at every address', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'The database of DATABASE_URL cannot be reached: ECONNREFUSED'], // prettier-ignore
    ['a wrong password', withCode('28P01', 'x'), 'The database of DATABASE_URL refuses: x'],
    ['a certificate that is not accepted', withCode('CERT_HAS_EXPIRED', 'x'), 'The TLS connection to the database of DATABASE_URL fails (docs/deployment.md, “TLS”): x'], // prettier-ignore
    ['a database that was not migrated', Object.assign(new Error('x'), { driverError: { code: '42P01' } }), 'The database is not migrated (npm run -s admin -- migrate): x'], // prettier-ignore
    ['a fault of the configuration', new EnvError(['PORT: no']), expect.stringContaining('PORT: no')],
  ])('an error that an operator can mend is one text: %s', (_, error, text) => expect(explain(error)).toEqual(text));

  it.each([new Error('x'), 'x', undefined])('a bug is not: %p', (error) => expect(explain(error)).toBeUndefined());
});
