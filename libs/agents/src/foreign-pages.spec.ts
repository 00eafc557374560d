import { describe, expect, it } from '@jest/globals';
import { mustBeLocal } from './foreign-pages.js';

const refusalOf = (headers: Record<string, string>, listensOn: string): string | undefined => {
  try {
    mustBeLocal({ headers }, listensOn);
    return undefined;
  } catch (error) {
    return (error as { readonly errors: readonly { readonly code: string }[] }).errors[0]?.code;
  }
};

describe('agents at a loopback address (contract 14.5)', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('agents reach a loopback address by the Host %s', (host) => {
    expect(refusalOf({ host, origin: `http://${host}` }, '127.0.0.1')).toBeUndefined();
  });

  it('agents reach a loopback address by the address on which the api listens', () => {
    const listensOn = '127.0.0.5';
    expect(refusalOf({ host: `${listensOn}:3000`, origin: `http://${listensOn}:3000` }, listensOn)).toBeUndefined();
  });

  it.each(['rebound.example.com', 'localhost.example.com', '10.0.0.1:3000', ''])(
    'agents do not reach a loopback address by the Host "%s"',
    (host) => {
      for (const listensOn of ['127.0.0.1', '::1', 'localhost'])
        expect([listensOn, refusalOf({ host }, listensOn)]).toEqual([listensOn, 'host_not_allowed']);
    },
  );

  it('agents at a loopback address need no Origin, and a page of another one is refused', () => {
    expect(refusalOf({ host: 'localhost' }, 'localhost')).toBeUndefined();
    expect(refusalOf({ host: 'localhost', origin: 'https://evil.example.com' }, 'localhost')).toBe('origin_not_allowed');
  });
});

it('a service on a public address takes agents by any Host', () => {
  expect(refusalOf({ host: 'api.example.com', origin: 'https://elsewhere.example.com' }, '0.0.0.0')).toBeUndefined();
});
