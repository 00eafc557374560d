import { AutovacuumOf } from '@app/database/migrations';

/** Each request updates a row. */
export class VacuumRateLimits1790004200200 extends AutovacuumOf({ rate_limit_windows: { vacuum: 0.02 } }) {}
