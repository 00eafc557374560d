import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Health } from '../process/health.js';
import { LOG } from '../process/log.js';

/** Most lacking rights that one sentence names. */
const MAX_NAMED = 5;

/** Rights on tables that the role of a process needs and lacks. A partition is used through its table, whose rights count. */
const LACKING = `
  SELECT current_user::text AS role, string_agg(privilege, ', ' ORDER BY privilege) AS privileges, c.oid::regclass::text AS relation
    FROM pg_class c
         CROSS JOIN unnest(CASE c.relname WHEN 'migrations' THEN ARRAY['SELECT'] ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS p (privilege)
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND NOT has_table_privilege(c.oid, privilege)
   GROUP BY c.oid ORDER BY 3`;

type Row = { readonly role: string; readonly privileges: string; readonly relation: string };

/**
 * A process whose role lacks a right on a table is not ready, and says which, before a request finds out. The migrating role and that
 * of the processes may differ.
 */
@Injectable()
export class RoleRights implements OnApplicationBootstrap {
  private reported = '';
  private isComplete = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly health: Health,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.health.needs('rights', () => this.mustBeComplete());
  }

  private async mustBeComplete(): Promise<void> {
    if (this.isComplete) return;
    const lacking = await this.db.query<Row[]>(LACKING);
    this.isComplete = lacking.length === 0;
    if (this.isComplete) return;
    const named = lacking.slice(0, MAX_NAMED).map(({ privileges, relation }) => `${privileges} on ${relation}`);
    const more = lacking.length > MAX_NAMED ? ` and on ${lacking.length - MAX_NAMED} more tables` : '';
    const sentence = `the database role ${lacking[0]?.role} lacks ${named.join('; ')}${more} (docs/deployment.md, “Roles”)`;
    if (sentence !== this.reported) this.log.error(sentence);
    this.reported = sentence;
    throw new Error(sentence);
  }
}
