import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, ValidateIf } from 'class-validator';
import { Base64Key, ConnectToList, DatabaseUrl, HeaderPairs, RedisUrl, Unless, UrlWithScheme } from './env.constraints.js';
import { Integer, Secret, type GivenVariables } from './variables.js';

/** The variables of every process. Features declare their own in `*.env.ts`. */
export class Env {
  /** `production` forbids generated keys and test switches. */
  @IsIn(['production', 'development', 'test'])
  readonly NODE_ENV: string = 'development';

  /** Port on which the api listens; 0 takes a free one. */
  @Integer(0, 65_535)
  readonly PORT: number = 3000;

  /** Address on which the api listens. */
  @IsString()
  readonly HOST: string = '127.0.0.1';

  /** Folder of the embedded database, the uploads and the generated development keys. */
  @IsString()
  readonly DATA_DIR: string = '.data';

  /** PostgreSQL 15 or newer. Without it, the URL that a running embedded server left in `DATA_DIR/database-url`. */
  @Secret()
  @DatabaseUrl()
  readonly DATABASE_URL: string = '';

  /** The server where `DATABASE_URL` is a pooler's in transaction mode: for migrations, session locks and the queue. */
  @Secret()
  // If both are equal, DATABASE_URL is the fault to name.
  @ValidateIf(({ DATABASE_DIRECT_URL: url, DATABASE_URL: same }: Env) => url !== same)
  @DatabaseUrl()
  readonly DATABASE_DIRECT_URL: string = '';

  /** A replica from which lists, exports and figures are read. */
  @Secret()
  @IsOptional()
  @DatabaseUrl()
  readonly DATABASE_READ_URL?: string;

  /** Most connections that one process opens to PostgreSQL. */
  @Integer(2, 1000)
  readonly DATABASE_POOL_SIZE: number = 10;

  /** Redis 7 or Valkey 8, or its Sentinels, for BullMQ and the rate limits; both run on PostgreSQL without it. */
  @Secret()
  @IsOptional()
  @RedisUrl()
  readonly REDIS_URL?: string;

  /** 32 bytes in base64: encrypts signing secrets at rest (AES-256-GCM). */
  @Secret()
  @Base64Key(32)
  readonly ENCRYPTION_KEY: string = '';

  /** Keys that `ENCRYPTION_KEY` was before, separated by commas: they open what they have sealed, and seal nothing. */
  @Secret()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',').map((key) => key.trim()) : value))
  @Base64Key(32, { each: true })
  readonly ENCRYPTION_PREVIOUS_KEYS: readonly string[] = [];

  /** Trusted proxy hops in front of the api: how far `X-Forwarded-For` is believed. */
  @Integer(0, 100)
  readonly TRUST_PROXY: number = 0;

  /** `HOST1:PORT1:HOST2:PORT2,…` as curl's `--connect-to`: where outbound requests go instead; for tests and demos. */
  @IsOptional()
  @ConnectToList()
  @Unless('NODE_ENV', 'production')
  readonly OUTBOUND_CONNECT_TO?: string;

  /** Port for `/metrics` and `/health` apart from the api's own; then `/metrics` is served there alone. */
  @IsOptional()
  @Integer(0, 65_535)
  readonly METRICS_PORT?: number;

  /** Port on which the worker serves `/health` and `/metrics`. Without it, the worker opens no port. */
  @IsOptional()
  @Integer(0, 65_535)
  readonly WORKER_PORT?: number;

  /** Milliseconds for which a stopping process serves on, not ready, so that proxies notice before it drains. */
  @Integer(0, 300_000)
  readonly SHUTDOWN_DELAY_MS: number = 0;

  /** Milliseconds in which a process that was asked to stop finishes the work in hand; then it ends. */
  @Integer(1000, 600_000)
  readonly DRAIN_TIMEOUT_MS: number = 15_000;

  /** Collector of OpenTelemetry that gets spans by OTLP over HTTP, below `/v1/traces`; nothing is traced without it. */
  @IsOptional()
  @UrlWithScheme('http:', 'https:')
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Headers for that collector, as OpenTelemetry defines them: `name=value,…` with percent-encoding. */
  @Secret()
  @IsOptional()
  @HeaderPairs()
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string;

  /** Least severe log line that is written. */
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  readonly LOG_LEVEL: string = 'info';

  /** Fills in what depends on other variables: the embedded server's URL, the key that development uses. */
  static complete({ values, faults }: GivenVariables): void {
    const dataDir = resolve(values['DATA_DIR'] ?? '.data');
    values['DATA_DIR'] = dataDir;
    const embedded = values['DATABASE_URL'] === undefined;
    if (embedded && !isFaulty('DATABASE_URL', faults)) {
      const url = readText(join(dataDir, 'database-url'));
      if (url) values['DATABASE_URL'] = url;
      else faults.push(`DATABASE_URL is not set, and no embedded PostgreSQL runs on ${dataDir} ("npm start" starts one)`);
    }
    if (values['DATABASE_URL'] !== undefined) values['DATABASE_DIRECT_URL'] ??= values['DATABASE_URL'];
    if (values['ENCRYPTION_KEY'] === undefined && !isFaulty('ENCRYPTION_KEY', faults)) {
      if (values['NODE_ENV'] === 'production') faults.push('ENCRYPTION_KEY is required when NODE_ENV is production');
      else if (!embedded) faults.push('ENCRYPTION_KEY is required with DATABASE_URL (make one: openssl rand -base64 32)');
      else values['ENCRYPTION_KEY'] = developmentKey(dataDir);
    }
  }
}

function isFaulty(name: string, faults: readonly string[]): boolean {
  return faults.some((fault) => fault.startsWith(`${name}_FILE `));
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined; // absent or not ours to read: the caller says what is missing
  }
}

/** The key that development uses: made once, readable by its owner alone. Two processes at once agree on one. */
function developmentKey(dataDir: string): string {
  const path = join(dataDir, 'encryption-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readText(path) ?? '';
}
