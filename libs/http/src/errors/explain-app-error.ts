import { AppError } from './app-error.js';

/** An {@link AppError} as text for an operator: the message, then a line per detail. Undefined for other errors. */
export function explainAppError(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { message, errors, truncated } = error;
  if (errors.length === 1 && errors[0]?.message === message) return message;
  const details = errors.map(
    ({ field, code, message: said, line }) => `  ${field ?? 'file'}${typeof line === 'number' ? ` line ${line}` : ''}: ${said} (${code})`,
  );
  return [message, ...details, ...(truncated ? ['  … and more'] : [])].join('\n');
}
