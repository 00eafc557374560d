import type { EntityManager } from 'typeorm';

/**
 * Makes the session of a transaction forget its plans, before many rows are written. It keeps those of its checks of foreign keys: one
 * that was made while a table was small reads the whole table for each row, also after the table has grown.
 */
export async function forgetPlans(tx: EntityManager): Promise<void> {
  await tx.query('DISCARD PLANS');
}
