import { expect, describe, it } from '@jest/globals';
import { readListenerEnv } from './listener.env.ts';

const dir = '/data';

describe('the environment of webhook listen', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  it('the environment of webhook listen needs nothing, and has the secret when one is given', () => {
    expect(readListenerEnv({ DATA_DIR: dir, WEBHOOK_SECRET: '' })).toEqual({ DATA_DIR: dir });
    expect(readListenerEnv({ DATA_DIR: dir, WEBHOOK_SECRET: ` ${secret} ` })).toEqual({ DATA_DIR: dir, WEBHOOK_SECRET: secret });
  });

  it('the environment of webhook listen refuses what is no signing secret, and does not repeat it', () => {
    expect(() => readListenerEnv({ WEBHOOK_SECRET: secret.slice(1) })).toThrow(
      /^Configuration is not valid:\n {2}- WEBHOOK_SECRET must be [^\n]*$/,
    );
    expect(() => readListenerEnv({ WEBHOOK_SECRET: secret.slice(1) })).not.toThrow(secret.slice(1));
  });
});
