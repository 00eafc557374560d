import { describe, expect, it } from '@jest/globals';
import { DatabaseServers } from './database-servers.js';

const WRITABLE = { isReadOnly: false, isInRecovery: false };
const STANDBY = { isReadOnly: true, isInRecovery: true };

describe('the URL of a database', () => {
  it('the URL of a database names one server or several, each of which gets the user, the database and the parameters', () => {
    expect(DatabaseServers.of('postgres://u:p%40@one:5433/db?sslmode=verify-full').urls).toEqual([
      'postgres://u:p%40@one:5433/db?sslmode=verify-full',
    ]);
    const { urls } = DatabaseServers.of('postgresql://u:p@one:5433,two,[::1]:5434/db?target_session_attrs=any&sslmode=require');
    expect(urls).toEqual([
      'postgresql://u:p@one:5433/db?sslmode=require',
      'postgresql://u:p@two/db?sslmode=require',
      'postgresql://u:p@[::1]:5434/db?sslmode=require',
    ]);
  });

  it.each([
    'mysql://one/db',
    'postgres:///db',
    'postgres://one,/db',
    'postgres://one:x/db',
    'postgres://one/db?target_session_attrs=writable',
    'one:5432/db',
  ])('the text %s is no URL of a database', (url) => {
    expect(DatabaseServers.parse(url)).toBeUndefined();
  });

  it.each([
    ['one', '', true, true],
    ['one,two', '', true, false],
    ['one,two', 'any', true, true],
    ['one', 'read-write', true, false],
    ['one', 'primary', true, false],
    ['one,two', 'standby', false, true],
    ['one,two', 'read-only', false, true],
  ])('a database’s URL on %s with target_session_attrs "%s" accepts a primary: %s, a standby: %s', (hosts, target, primary, standby) => {
    const servers = DatabaseServers.of(`postgres://${hosts}/db${target && `?target_session_attrs=${target}`}`);
    expect([servers.suits(WRITABLE), servers.suits(STANDBY)]).toEqual([primary, standby]);
  });
});

describe('the current server', () => {
  it('the current server is the next one once it is left, however many connections leave it', () => {
    const servers = DatabaseServers.of('postgres://one,two/db');
    const first = servers.current;
    servers.leave(first);
    servers.leave(first);
    expect(servers.current).toBe('postgres://two/db');
    servers.leave(servers.current);
    expect(servers.current).toBe(first);
  });
});
