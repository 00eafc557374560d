import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';
import { Diagnostics } from './diagnostics.ts';
import { ExchangeRecorder } from './exchanges.ts';

/** A process logs a request after its answer, through a pipe. */
const LOGS_ARRIVE_MS = 200;

// Jest loads an environment by its default export.
/** Adds to the message of a failed test what the API answered and what the processes wrote. */
// eslint-disable-next-line no-restricted-syntax
export default class DiagnosingEnvironment extends TestEnvironment {
  private readonly diagnostics = new Diagnostics();
  private readonly recorder = new ExchangeRecorder((exchange) => {
    if (!exchange.url.startsWith(process.env['E2E_FIXTURE_LOADER'] ?? ' ')) this.diagnostics.noteExchange(exchange);
  });

  private readonly explainedErrors = new WeakSet<Error>();

  override async setup(): Promise<void> {
    await super.setup();
    this.global.e2eDiagnostics = this.diagnostics;
    this.recorder.start();
  }

  override async teardown(): Promise<void> {
    this.recorder.stop();
    await super.teardown();
  }

  async handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent, state: Circus.State): Promise<void> {
    if (event.name === 'test_done') await this.explainAll(event.test.errors);
    if (event.name === 'run_finish') await this.explainAll(state.unhandledErrors); // of afterAll
  }

  private async explainAll(errors: Circus.TestError[]): Promise<void> {
    if (errors.length === 0) return;
    await sleep(LOGS_ARRIVE_MS);
    for (const [index, error] of errors.entries()) errors[index] = this.explained(error);
  }

  private explained(thrown: Circus.TestError): Error {
    const [error, asyncError] = (Array.isArray(thrown) ? thrown : [thrown, undefined]) as [unknown, Error | undefined];
    const target = isError(error) ? error : asError(error, asyncError);
    // A failure of beforeAll is the failure of every test.
    if (!this.explainedErrors.has(target)) explain(target, this.diagnostics.report());
    this.explainedErrors.add(target);
    return target;
  }
}

/** By its shape: errors of the test's context have another constructor. */
function isError(error: unknown): error is Error {
  const { message, stack } = (error ?? {}) as { message?: unknown; stack?: unknown };
  return typeof message === 'string' && typeof stack === 'string';
}

/** Jest throws the sentence of a time-out as a string, and knows where the test is. */
function asError(thrown: unknown, asyncError: Error | undefined): Error {
  const message = typeof thrown === 'string' ? thrown : inspect(thrown);
  const frames = asyncError?.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return Object.assign(new Error(message), { stack: [message, ...frames].join('\n') });
}

function explain(error: Error, more: string | undefined): void {
  if (more === undefined) return;
  const message = `${error.message}\n\n${more}\n`;
  error.stack = error.stack?.includes(error.message) ? error.stack.replace(error.message, () => message) : `${message}\n${error.stack}`;
  error.message = message;
}
