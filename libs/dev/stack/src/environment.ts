import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';
import { report } from './diagnostics.ts';

// Jest loads an environment by its default export.
/** Adds to the message of a failed test what the API answered and what the processes wrote. */
// eslint-disable-next-line no-restricted-syntax
export default class DiagnosingEnvironment extends TestEnvironment {
  handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): void {
    const found = this.global.e2eDiagnostics;
    if ((event.name === 'test_fn_failure' || event.name === 'hook_failure') && found) explain(event.error, report(found));
  }
}

function explain(error: unknown, more: string): void {
  const target = (Array.isArray(error) ? error[0] : error) as { message?: unknown; stack?: unknown } | undefined;
  if (typeof target?.message !== 'string' || typeof target.stack !== 'string') return;
  const message = `${target.message}\n\n${more}\n`;
  target.stack = target.stack.includes(target.message)
    ? target.stack.replace(target.message, () => message)
    : `${message}\n${target.stack}`;
  target.message = message;
}
