import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Env } from '@app/env';
import { Health, LOG } from '@app/process';
import { QUEUE_SCHEMA } from './queue-schema.js';

/** Most lacking rights that one sentence names. */
const MAX_NAMED = 5;

/**
 * Rights that the role of a process needs and lacks: on its own tables, and in the schema of the queue ($1) if the
 * queue is there ($2). A partition is used through its table, whose rights count. BullMQ's relay is not used, and the
 * sequences of job ids (`bullmq_jid_…`) are used by a function of their owner.
 */
const LACKING = `
  WITH schemas AS (
    SELECT oid, nspname = $1 AS is_queue FROM pg_namespace WHERE nspname = current_schema() OR $2 AND nspname = $1
  ), needed AS (
    SELECT 'schema ' || s.oid::regnamespace AS name, 'USAGE' AS privilege, has_schema_privilege(s.oid, 'USAGE') AS is_granted, 1 AS rank
      FROM schemas s
    UNION ALL
    SELECT c.oid::regclass::text, privilege, has_table_privilege(c.oid, privilege), 2
      FROM schemas s
           JOIN pg_class c ON c.relnamespace = s.oid
           CROSS JOIN unnest(CASE WHEN c.relname IN ('migrations', 'migration') THEN ARRAY['SELECT'] ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS p (privilege)
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT (s.is_queue AND c.relname LIKE 'relay\\_%')
    UNION ALL
    -- The condition is repeated, because PostgreSQL may ask for the privilege first, which fails for what is no sequence.
    SELECT 'sequence ' || c.oid::regclass, 'USAGE', CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE') END, 3
      FROM schemas s
           JOIN pg_class c ON c.relnamespace = s.oid
     WHERE s.is_queue AND c.relkind = 'S' AND c.relname NOT LIKE 'relay\\_%' AND c.relname NOT LIKE 'bullmq\\_jid\\_%'
  )
  SELECT current_user::text AS role, string_agg(privilege, ', ' ORDER BY privilege) AS privileges, name
    FROM needed
   WHERE NOT is_granted
   GROUP BY rank, name
   ORDER BY rank, name`;

type Row = { readonly role: string; readonly privileges: string; readonly name: string };

/**
 * A process whose role lacks a right is not ready, and says which, before a request finds out. The migrating role and
 * that of the processes may differ.
 */
@Injectable()
export class RoleRights implements OnApplicationBootstrap {
  private reported = '';
  private isComplete = false;
  private readonly hasQueue: boolean;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly health: Health,
    @Inject(LOG) private readonly log: Logger,
    { REDIS_URL: redis }: Env,
  ) {
    this.hasQueue = redis === undefined;
  }

  onApplicationBootstrap(): void {
    this.health.needs('rights', () => this.mustBeComplete(), { unlessMissing: 'database' });
  }

  private async mustBeComplete(): Promise<void> {
    if (this.isComplete) return;
    const lacking = await this.db.query<Row[]>(LACKING, [QUEUE_SCHEMA, this.hasQueue]);
    this.isComplete = lacking.length === 0;
    if (this.isComplete) return;
    const named = lacking.slice(0, MAX_NAMED).map(({ privileges, name }) => `${privileges} on ${name}`);
    const more = lacking.length > MAX_NAMED ? ` and on ${lacking.length - MAX_NAMED} more` : '';
    const sentence = `the database role ${lacking[0]?.role} lacks ${named.join('; ')}${more} (docs/deployment.md, “Roles”)`;
    if (sentence !== this.reported) this.log.error(sentence);
    this.reported = sentence;
    throw new Error(sentence);
  }
}
