import { httpErrors } from '@app/http/errors';
import { isId, newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { User } from './user.entity.js';

type NewUser = { readonly name: string; readonly availableSeconds?: number };

@Injectable()
export class UsersService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns the new user's id */
  async create(tx: EntityManager, { name, availableSeconds = 0 }: NewUser): Promise<string> {
    const id = newId();
    await tx.insert(User, { id, name, availableSeconds });
    return id;
  }

  /** @throws AppError 404 */
  async find(id: string): Promise<User> {
    const found = isId(id) && (await this.db.manager.findOneBy(User, { id }));
    if (!found) throw httpErrors.not_found('There is no such user.');
    return found;
  }

  /** In order of creation. */
  list(): Promise<User[]> {
    return this.db.manager.find(User, { order: { id: 'ASC' } });
  }

  /** Replaces the whole video allowance. @throws AppError 404 */
  async setAllowance(tx: EntityManager, id: string, availableSeconds: number): Promise<void> {
    const { affected } = isId(id) ? await tx.update(User, { id }, { availableSeconds }) : { affected: 0 };
    if (!affected) throw httpErrors.not_found('There is no such user.');
  }

  exists(tx: EntityManager, id: string): Promise<boolean> {
    return isId(id) ? tx.existsBy(User, { id }) : Promise.resolve(false);
  }

  any(): Promise<boolean> {
    return this.db.manager.exists(User, {});
  }
}
