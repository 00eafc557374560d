import { authPersistence } from '@app/auth';
import { TokenChanges } from '@app/auth/services';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { expect, it } from '@jest/globals';
import { outboxPersistence } from './persistence.js';
import { aPublisher } from './testing.js';
import { TokenEvents } from './token-events.js';

const test = useDatabase([authPersistence, outboxPersistence]);

it('a user is told of tokens that are created and ended, not of new secrets, and of nothing that is rolled back (contract 18.3)', async () => {
  const [userId, id] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  const changes = new TokenChanges();
  new TokenEvents(changes, aPublisher()); // listens
  const tell = (...actions: readonly ('created' | 'rotated' | 'ended')[]) =>
    test.db.transaction(async (tx) => {
      for (const action of actions) await changes.tell(tx, { action, actor: null, token: { id, label: 'script', userId } });
      if (actions.length > 1) throw new Error('rolled back');
    });
  for (const action of ['created', 'rotated', 'ended'] as const) await tell(action);
  await expect(tell('created', 'ended')).rejects.toThrow('rolled back');
  const events = await test.db.query<{ type: string; body: string }[]>('SELECT type, body FROM events WHERE user_id = $1 ORDER BY position', [userId]); // prettier-ignore
  const told = events.map(({ type, body }) => [type, (JSON.parse(body) as { data: object }).data]);
  expect(told).toEqual(['token.created', 'token.ended'].map((type) => [type, { id, label: 'script' }]));
});
