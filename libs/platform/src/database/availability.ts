/** The code of an error of Node's (`ECONNREFUSED`) or PostgreSQL's (SQLSTATE), also within one of TypeORM's. */
export function codeOf(error: unknown): string | undefined {
  const of = (one: unknown) => (one as { code?: unknown } | null | undefined)?.code;
  const code = of(error) ?? of((error as { driverError?: unknown } | null | undefined)?.driverError);
  return typeof code === 'string' ? code : undefined;
}

/** Whether a server behind us is away: refused, reset or ended, by Node's and PostgreSQL's codes (class 08, 57P0x, 53300). */
export function isUnavailable(error: unknown): boolean {
  return /^(ETOOBUSY|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|57P0[1-5]|53300)$/.test(
    codeOf(error) ?? '',
  );
}
