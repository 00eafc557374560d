import { randomBytes } from 'node:crypto';
import { authPersistence } from '@app/auth';
import { useDatabase } from '@app/database/testing';
import { Encryption } from '@app/env';
import { outboxPersistence } from '@app/outbox';
import { anActiveEndpoint } from '@app/outbox/testing';
import { expect, it } from '@jest/globals';
import { aUser } from '../testing/attempts.js';
import { Secrets } from './secrets.js';

const test = useDatabase([authPersistence, outboxPersistence]);
const aKey = () => randomBytes(32).toString('base64');

it('secrets that are sealed anew open with the present key, each for its destination, and unreadable ones are counted', async () => {
  const [before, present] = [aKey(), aKey()];
  const seal = async (key: string, secret: string) => {
    const id = await anActiveEndpoint(test.db, await aUser(test.db));
    await test.db.query('UPDATE webhook_endpoints SET sealed_secret = $2 WHERE id = $1', [id, new Encryption(key).seal(secret, id)]);
    return id;
  };
  const [old, other] = [await seal(before, 'whsec_old'), await seal(present, 'whsec_present')];
  await seal(aKey(), 'whsec_lost');
  const secrets = new Secrets(test.db, new Encryption(present, [before]));
  expect(await secrets.reseal()).toEqual({ resealed: 1, unreadable: 1 });
  const opened = async (id: string) => {
    const [row] = await test.db.query<{ sealed: Buffer }[]>('SELECT sealed_secret AS sealed FROM webhook_endpoints WHERE id = $1', [id]);
    return new Encryption(present).open(row?.sealed ?? Buffer.of(), id);
  };
  expect([await opened(old), await opened(other)]).toEqual(['whsec_old', 'whsec_present']);
  expect(await secrets.reseal()).toEqual({ resealed: 0, unreadable: 1 });
});
