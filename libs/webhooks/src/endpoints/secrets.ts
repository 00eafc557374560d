import { NIL_ID } from '@app/database';
import { Encryption } from '@app/env';
import { Endpoint } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';

/** Secrets that are read at once to be sealed anew. */
const RESEAL_BATCH_SIZE = 1000;

/** The signing secrets of all destinations, for the operator. */
@Injectable()
export class Secrets {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Seals secrets anew that were sealed with a previous key, so that this key is no longer needed.
   * @returns how many were sealed anew, and how many cannot be opened with any known key
   */
  async reseal(): Promise<{ readonly resealed: number; readonly unreadable: number }> {
    let [resealed, unreadable] = [0, 0];
    for (let after = NIL_ID; ;) {
      const endpoints = await this.db.manager.find(Endpoint, {
        where: { id: MoreThan(after) },
        order: { id: 'ASC' },
        take: RESEAL_BATCH_SIZE,
      });
      for (const { id, sealedSecret } of endpoints.filter((one) => !this.encryption.isCurrent(one.sealedSecret))) {
        const anew = this.sealedAnew(sealedSecret, id);
        if (anew === undefined) unreadable += 1;
        else resealed += (await this.db.manager.update(Endpoint, { id }, { sealedSecret: anew })).affected ?? 0;
      }
      const last = endpoints.at(-1);
      if (!last) return { resealed, unreadable };
      after = last.id;
    }
  }

  private sealedAnew(sealed: Buffer, id: string): Buffer | undefined {
    try {
      return this.encryption.seal(this.encryption.open(sealed, id), id);
    } catch {
      return undefined; // counted in the answer to the operator
    }
  }
}
