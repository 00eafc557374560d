import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Whether the database answers. Those who ask together share a question. */
@Injectable()
export class PulseQueries {
  private asking: Promise<unknown> | undefined;

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  readonly ask = (): Promise<unknown> => {
    this.asking ??= this.db.query('SELECT 1').finally(() => (this.asking = undefined));
    return this.asking;
  };
}
