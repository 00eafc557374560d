import { TokenChanges } from '@app/auth/services';
import { Injectable } from '@nestjs/common';
import { EventPublisher } from './event.publisher.js';

/** Tells users of their tokens, in the transaction of the change. A rotated token is still the same. */
@Injectable()
export class TokenEvents {
  constructor(changes: TokenChanges, publisher: EventPublisher) {
    changes.listen(async (tx, { action, token: { id, label, userId } }) => {
      if (action === 'rotated') return;
      await publisher.publish(tx, { userId, podcastId: null, type: `token.${action}`, data: { id, label } });
    });
  }
}
