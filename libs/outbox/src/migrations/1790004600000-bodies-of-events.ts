import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery no longer keeps a copy of its event's body. Workers of 0.2 send what they claim from the column, so that a trigger copies
 * the body into what they claim: their claims are UUIDv7, those of later workers UUIDv4. The trigger and the column go in the release
 * after this one.
 */
export class BodiesOfEvents1790004600000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries ALTER COLUMN body DROP NOT NULL');
    await db.query(`
      CREATE FUNCTION body_for_old_workers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.body := (SELECT e.body FROM events e WHERE e.id = NEW.event_id);
        RETURN NEW;
      END $$`);
    await db.query(`
      CREATE TRIGGER webhook_deliveries_of_old_workers BEFORE UPDATE OF claim_id ON webhook_deliveries FOR EACH ROW
        WHEN (NEW.body IS NULL AND NEW.claim_id IS NOT NULL AND substr(NEW.claim_id::text, 15, 1) = '7')
        EXECUTE FUNCTION body_for_old_workers()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER webhook_deliveries_of_old_workers ON webhook_deliveries');
    await db.query('DROP FUNCTION body_for_old_workers');
    await db.query('UPDATE webhook_deliveries d SET body = e.body FROM events e WHERE e.id = d.event_id AND d.body IS NULL');
    await db.query('ALTER TABLE webhook_deliveries ALTER COLUMN body SET NOT NULL');
  }
}
