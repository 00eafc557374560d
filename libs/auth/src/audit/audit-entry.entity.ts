import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One action and its actor (contract 16.10). It holds ids alone, so that it stays when a user is erased. */
@Entity('audit_entries')
@Index('audit_entries_at_idx', ['at', 'id'])
export class AuditEntry {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') actor!: string; // `operator`, or the id of a token
  @Column('text') action!: string; // such as `token.rotate`; for a command its words
  @Column('text', { nullable: true }) target!: string | null; // id of what was changed
}
