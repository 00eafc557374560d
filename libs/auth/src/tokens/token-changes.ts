import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ApiToken } from './api-token.entity.js';

export type TokenChange = {
  readonly action: 'created' | 'rotated' | 'ended';
  /** The id of the token that asked for it; null for the operator. */
  readonly actor: string | null;
  readonly token: Pick<ApiToken, 'id' | 'label' | 'userId'>;
};

type Listener = (tx: EntityManager, change: TokenChange) => Promise<void>;

/** Tells other features what happens to tokens, in the transaction of the change: what a listener throws undoes it. */
@Injectable()
export class TokenChanges {
  private readonly listeners: Listener[] = [];

  /** For the constructor of a provider. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(tx: EntityManager, change: TokenChange): Promise<void> {
    for (const listener of this.listeners) await listener(tx, change);
  }
}
