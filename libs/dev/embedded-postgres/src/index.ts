export { startPostgres, THROWAWAY, type Postgres, type PostgresOptions } from './embedded-postgres.ts';
