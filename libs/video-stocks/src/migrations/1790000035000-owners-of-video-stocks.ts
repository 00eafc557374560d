import { addConstraint, buildIndex, inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So that a user's list is one walk along an index, over however many podcasts. */
export class OwnersOfVideoStocks1790000035000 implements MigrationInterface {
  readonly transaction = false;

  /** The foreign key keeps owners that are filled in right when a podcast changes hands, and the check refuses rows without one. */
  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () => db.query('ALTER TABLE video_stocks ADD IF NOT EXISTS owner_id uuid'));
    await addConstraint(
      db,
      'video_stocks',
      'video_stocks_podcast_id_owner_id_fkey',
      'FOREIGN KEY (podcast_id, owner_id) REFERENCES podcasts (id, owner_id) ON DELETE CASCADE ON UPDATE CASCADE',
    );
    await fillOwners(db);
    await addConstraint(db, 'video_stocks', 'video_stocks_owner_id_check', 'CHECK (owner_id IS NOT NULL)', () => fillOwners(db));
    await inTransaction(db, async () => {
      await db.query('ALTER TABLE video_stocks ALTER owner_id SET NOT NULL'); // proved by the check, so no row is read
      await db.query('ALTER TABLE video_stocks DROP CONSTRAINT video_stocks_owner_id_check, DROP CONSTRAINT IF EXISTS video_stocks_podcast_id_fkey'); // prettier-ignore
    });
    await buildIndex(db, 'video_stocks_owner_id_id_idx', 'ON video_stocks (owner_id, id)');
    await buildIndex(db, 'video_stocks_owner_id_status_id_idx', 'ON video_stocks (owner_id, status, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX video_stocks_owner_id_id_idx');
    await db.query('DROP INDEX video_stocks_owner_id_status_id_idx');
    await db.query(`
      ALTER TABLE video_stocks
        DROP owner_id,
        ADD CONSTRAINT video_stocks_podcast_id_fkey FOREIGN KEY (podcast_id) REFERENCES podcasts (id) ON DELETE CASCADE
    `);
  }
}

const fillOwners = (db: QueryRunner) =>
  inBatches(db, 'SELECT id FROM video_stocks WHERE owner_id IS NULL AND id > $1 ORDER BY id LIMIT $2', (ids) =>
    db.query('UPDATE video_stocks s SET owner_id = p.owner_id FROM podcasts p WHERE p.id = s.podcast_id AND s.id = ANY ($1)', [ids]),
  );
