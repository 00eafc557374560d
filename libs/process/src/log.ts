import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { logContext } from './log-context.js';

/** The logger's injection token: `@Inject(LOG) private readonly log: Logger`. */
export const LOG = Symbol('log');

/**
 * JSON lines on stdout, each with the process's name and the request's or job's id. *error* means that someone must
 * act. Nothing logs a body; headers that carry secrets are struck out should they ever come along.
 */
export function createLog(name: string, level: string, into: DestinationStream = pino.destination(1)): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => ({ ...logContext.getStore() }), // pino adds the fields of the line to it
    redact: { paths: ['*.authorization', '*.headers.authorization', '*.cookie', '*.headers.cookie'], censor: '[redacted]' },
    serializers: { err: withoutParameters },
  };
  return pino(options, into);
}

type Failure = Error & { readonly code?: string };

/** Causes of an error that are logged, and causes of these. */
const MAX_CAUSES = 3;

/** Failed statements carry parameters (tokens' hashes, transcripts): code and words are enough, also of causes. */
function withoutParameters(error: Failure): object {
  return { ...words(error), stack: error.stack?.slice(0, 4000) };
}

function words({ name, message, code, cause }: Failure, causes = MAX_CAUSES): object {
  const why = causes > 0 && cause instanceof Error ? { cause: words(cause, causes - 1) } : {};
  return { type: name, message: message.slice(0, 500), code, ...why };
}

/** Lets Nest's own lines go the same way; its start-up chatter counts as debug. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const err = message instanceof Error ? message : undefined;
    this.logger.error({ err, context: rest.at(-1), stack: err ? undefined : rest[0] }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
