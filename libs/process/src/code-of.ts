/** The code of an error of Node's (`ECONNREFUSED`) or PostgreSQL's (SQLSTATE), also within one of TypeORM's. */
export function codeOf(error: unknown): string | undefined {
  const of = (one: unknown) => (one as { code?: unknown } | null | undefined)?.code;
  const code = of(error) ?? of((error as { driverError?: unknown } | null | undefined)?.driverError);
  return typeof code === 'string' ? code : undefined;
}
