import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PageMeta } from './paging.js';

/** The class of answers with one thing under `data`. */
export function Envelope<T>(item: Type<T>): Type<{ readonly data: T }> {
  class Envelope {
    @ApiProperty({ type: item }) readonly data!: T;
  }
  return Envelope;
}

/** The class of pages of a list. */
export function Page<T>(item: Type<T>): Type<{ readonly data: readonly T[]; readonly meta: PageMeta }> {
  class Page {
    @ApiProperty({ type: [item] }) readonly data!: readonly T[];
    @ApiProperty() readonly meta!: PageMeta;
  }
  return Page;
}

class DeletedResponse {
  @ApiProperty({ type: 'boolean', enum: [true] }) readonly deleted!: true;
}

/** The answer to a DELETE. */
export class DeletedEnvelope extends Envelope(DeletedResponse) {}
