import { Clock } from '@app/platform';
import { WebhookPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LOW_PERCENT, remainingSeconds } from './low-quota.js';

type Crossing = { readonly user_id: string; readonly used: string; readonly available: string; readonly low: boolean };

/** Events in one statement: a check after a long time may find any number. */
const PUBLISHED_AT_ONCE = 1000;

/** The check of spec 6.2 over all users. */
@Injectable()
export class LowQuotaCheck {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly publisher: WebhookPublisher,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds every user whose usage has crossed 90 % since the last check, either way, in one statement over all users, and writes
   * `video_quota.low` for those who rose, with the new state (spec 6.2, decisions 7). Checks at once run one after the other, and
   * the second finds nothing.
   * @returns how many rose and fell
   */
  async run(): Promise<{ readonly risen: number; readonly fallen: number }> {
    return this.db.transaction(async (tx) => {
      await tx.query('UPDATE quota_checks SET checked_at = $1', [this.clock.now()]);
      const [crossings] = await tx.query<[Crossing[], number]>(
        `UPDATE quota_accounts a SET low_since = CASE WHEN a.low_since IS NULL THEN now() END
           FROM users u
          WHERE u.id = a.user_id
            AND (a.low_since IS NOT NULL) <> (a.used_seconds > 0 AND a.used_seconds * 100 >= u.available_seconds * $1)
         RETURNING a.user_id, a.used_seconds AS used, u.available_seconds AS available, a.low_since IS NOT NULL AS low`,
        [LOW_PERCENT],
      );
      const risen = crossings.filter(({ low }) => low);
      for (let from = 0; from < risen.length; from += PUBLISHED_AT_ONCE)
        await this.publisher.publish(tx, ...risen.slice(from, from + PUBLISHED_AT_ONCE).map(eventOf));
      return { risen: risen.length, fallen: crossings.length - risen.length };
    });
  }
}

function eventOf({ user_id: userId, used, available }: Crossing) {
  const [usedSeconds, availableSeconds] = [Number(used), Number(available)];
  const data = { usedSeconds, availableSeconds, remainingSeconds: remainingSeconds(usedSeconds, availableSeconds) };
  return { userId, type: 'video_quota.low', data } as const;
}
