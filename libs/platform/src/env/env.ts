import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plainToInstance, Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min, Validate, validateSync } from 'class-validator';
import { Base64Key, ConnectToList, CronExpression, RetryDelays, Unless, UrlWithScheme } from './env.constraints.js';

/** The variables were wrong: the message names every fault. */
export class EnvError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

const asNumber = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (/^-?\d+$/.test(value) ? Number(value) : Number.NaN) : value));

/** Plain decimals, separated by commas. */
const asNumbers = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.split(',').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN)) : value,
  );

const Integer = (least: number, most: number) => (target: object, key: string) => {
  asNumber()(target, key);
  const message = `$property must be a whole number from ${least} to ${most}`;
  IsInt({ message })(target, key);
  Min(least, { message })(target, key);
  Max(most, { message })(target, key);
};

/**
 * Every environment variable of the api, the worker and the operator's CLI, read and judged once, before Nest starts.
 * Nothing else in the code base reads `process.env` (decisions 1).
 */
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
  @Validate(UrlWithScheme, ['postgres:', 'postgresql:'])
  readonly DATABASE_URL: string = '';

  /** Most connections that one process opens to PostgreSQL. */
  @Integer(2, 1000)
  readonly DATABASE_POOL_SIZE: number = 10;

  /** Redis 7 or Valkey 8 for BullMQ and the rate limits; both run on PostgreSQL without it. */
  @IsOptional()
  @Validate(UrlWithScheme, ['redis:', 'rediss:'])
  readonly REDIS_URL?: string;

  /** 32 bytes in base64: encrypts signing secrets at rest (AES-256-GCM). */
  @Validate(Base64Key, [32])
  readonly ENCRYPTION_KEY: string = '';

  /** Keys that `ENCRYPTION_KEY` was before, separated by commas: they open what they have sealed, and seal nothing. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',').map((key) => key.trim()) : value))
  @Validate(Base64Key, [32], { each: true })
  readonly ENCRYPTION_PREVIOUS_KEYS: readonly string[] = [];

  /** Requests per user and minute, over all routes, tokens and processes (spec 8). */
  @Integer(1, 1_000_000_000)
  readonly RATE_LIMIT_PER_MINUTE: number = 60;

  /** Accepted webhook registrations per user and hour (spec 8). */
  @Integer(1, 1_000_000)
  readonly WEBHOOK_REGISTRATIONS_PER_HOUR: number = 5;

  /** Seconds before attempts 2 to 6 of a delivery (spec 6.10). */
  @asNumbers()
  @Validate(RetryDelays)
  readonly WEBHOOK_RETRY_DELAYS: readonly number[] = [60, 300, 900, 3600, 10_800];

  /** Milliseconds for one whole exchange with a destination, from the name look-up on. */
  @Integer(100, 30_000)
  readonly WEBHOOK_TIMEOUT_MS: number = 10_000;

  /** When the low-quota check runs: five cron fields, or six with seconds first; UTC. */
  @Validate(CronExpression)
  readonly QUOTA_CHECK_CRON: string = '*/5 * * * *';

  /** Days for which finished deliveries are kept. */
  @Integer(1, 36_500)
  readonly RETENTION_DAYS: number = 30;

  /** Least seconds between two refetches of one podcast's feed. */
  @Integer(0, 31_536_000)
  readonly RSS_REFETCH_INTERVAL_SECONDS: number = 300;

  /** Trusted proxy hops in front of the api: how far `X-Forwarded-For` is believed. */
  @Integer(0, 100)
  readonly TRUST_PROXY: number = 0;

  /** Bucket that takes uploads instead of `DATA_DIR`. */
  @IsOptional()
  @IsString()
  readonly S3_BUCKET?: string;

  /** Endpoint of an S3-compatible store other than AWS. */
  @IsOptional()
  @Validate(UrlWithScheme, ['http:', 'https:'])
  readonly S3_ENDPOINT?: string;

  @IsOptional()
  @IsString()
  readonly S3_REGION?: string;

  /** `HOST1:PORT1:HOST2:PORT2,…` as curl's `--connect-to`; for tests and demos, refused in production. */
  @IsOptional()
  @Validate(ConnectToList)
  @Validate(Unless, ['NODE_ENV', 'production'])
  readonly OUTBOUND_CONNECT_TO?: string;

  /** Port for `/metrics` and `/health` apart from the api's own; then `/metrics` is served there alone. */
  @IsOptional()
  @Integer(0, 65_535)
  readonly METRICS_PORT?: number;

  /** Port on which the worker serves `/health` and `/metrics`; it opens none without it. */
  @IsOptional()
  @Integer(0, 65_535)
  readonly WORKER_PORT?: number;

  /** Least severe log line that is written. */
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  readonly LOG_LEVEL: string = 'info';

  /**
   * Reads and judges the variables. An empty variable counts as unset.
   * @throws EnvError naming every fault at once.
   */
  static load(source: NodeJS.ProcessEnv): Env {
    const given = givenIn(source, Object.keys(new Env()).concat(OPTIONAL));
    const faults: string[] = [];
    const dataDir = resolve(given.DATA_DIR ?? '.data');
    given.DATA_DIR = dataDir;

    const embedded = given.DATABASE_URL === undefined;
    if (embedded) {
      const url = readText(join(dataDir, 'database-url'));
      if (url) given.DATABASE_URL = url;
      else faults.push(`DATABASE_URL is not set, and no embedded PostgreSQL runs on ${dataDir} ("npm start" starts one)`);
    }
    if (given.ENCRYPTION_KEY === undefined) {
      if (given.NODE_ENV === 'production') faults.push('ENCRYPTION_KEY is required when NODE_ENV is production');
      else if (!embedded) faults.push('ENCRYPTION_KEY is required with DATABASE_URL (make one: openssl rand -base64 32)');
      else given.ENCRYPTION_KEY = developmentKey(dataDir);
    }

    const env = plainToInstance(Env, given, { exposeDefaultValues: true });
    for (const { property, constraints } of validateSync(env, { skipMissingProperties: false })) {
      // One line a variable; those reported above are not reported again for being empty.
      if (faults.some((fault) => fault.startsWith(`${property} `))) continue;
      const [message] = Object.values(constraints ?? {});
      if (message) faults.push(message);
    }
    if (faults.length > 0) throw new EnvError(faults);
    return env;
  }
}

/** The variables of `webhook listen`, which needs neither database nor key. */
export class ListenerEnv {
  /** Folder of the certificate that is made for it. */
  @IsString()
  readonly DATA_DIR: string = '.data';

  /** The `signing_secret` of a registration: what comes is verified with it. Not an argument, which every user of the machine could read. */
  @IsOptional()
  @Matches(/^whsec_[A-Za-z0-9+/]{43}=$/, {
    message: '$property must be the signing_secret of a registration: whsec_ and 32 bytes in base64',
  })
  readonly WEBHOOK_SECRET?: string;

  /** @throws EnvError naming every fault at once; the secret is never quoted */
  static load(source: NodeJS.ProcessEnv): ListenerEnv {
    const given = givenIn(source, ['DATA_DIR', 'WEBHOOK_SECRET']);
    const env = plainToInstance(ListenerEnv, { ...given, DATA_DIR: resolve(given['DATA_DIR'] ?? '.data') });
    const faults = validateSync(env).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    if (faults.length > 0) throw new EnvError(faults);
    return env;
  }
}

/** The variables of these names that are set; an empty one counts as unset. */
function givenIn(source: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = source[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Optional variables have no default, so an instance does not list them. */
const OPTIONAL = ['REDIS_URL', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'OUTBOUND_CONNECT_TO', 'METRICS_PORT', 'WORKER_PORT'];

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
