import { AutovacuumOf } from '@app/database/migrations';

/** Events are inserted alone; deliveries change several times within minutes, and their statements need fresh statistics. */
export class VacuumEvents1790004200000 extends AutovacuumOf({
  events: { vacuum_insert: 0.05, analyze: 0.02 },
  webhook_deliveries: { vacuum: 0.02, vacuum_insert: 0.05, analyze: 0.02 },
}) {}
