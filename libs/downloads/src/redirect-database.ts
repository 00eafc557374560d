import { dataSourceOptions } from '@app/database';
import { Env } from '@app/env';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DynamicModule } from '@nestjs/common';
import { DownloadWindow, ListenerKey } from './counting/counting.entities.js';

/** The name of the DataSource of redirects, for `@InjectDataSource`. */
export const REDIRECT_DATABASE = 'redirect';

/** One connection looks audio up while the other writes downloads. */
const POOL_SIZE = 2;

/**
 * A pool of its own, so that redirects and counting go on while other requests use up the process's pool. Its
 * connections stay open when idle: a new one might be refused by a server that others have filled.
 */
export function redirectDatabase(): DynamicModule {
  return TypeOrmModule.forRootAsync({
    name: REDIRECT_DATABASE,
    inject: [Env],
    useFactory: ({ DATABASE_URL: url }: Env) => {
      const options = dataSourceOptions({ url, poolSize: POOL_SIZE, persistence: [], applicationName: 'api-redirect' });
      return {
        ...options,
        name: REDIRECT_DATABASE,
        entities: [ListenerKey, DownloadWindow],
        extra: { ...(options.extra as object), idleTimeoutMillis: 0 },
        retryAttempts: 5,
        retryDelay: 500,
        verboseRetryLog: false,
      };
    },
  });
}
