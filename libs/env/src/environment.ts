import { readFileSync } from 'node:fs';
import type { Provider } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EnvError } from './env-error.js';
import { Env } from './env.js';
import { secretsOf, variablesOf, type EnvironmentClass, type GivenVariables } from './variables.js';

/**
 * The environment of a process: the variables of the platform and of every feature, read and judged once and together,
 * before Nest starts. Nothing else reads `process.env` (contract 1.6).
 */
export class Environment {
  private constructor(private readonly instances: ReadonlyMap<EnvironmentClass, object>) {}

  /**
   * An empty variable counts as unset. A secret may be given as a file (`NAME_FILE`).
   * @throws EnvError naming every fault at once
   */
  static load(source: NodeJS.ProcessEnv, features: readonly EnvironmentClass[] = []): Environment {
    const classes: readonly EnvironmentClass[] = [Env, ...features];
    const given: GivenVariables = { values: {}, faults: [] };
    for (const Variables of classes) readVariables(source, Variables, given);
    Env.complete(given);
    const instances = new Map<EnvironmentClass, object>();
    for (const Variables of classes) instances.set(Variables, judged(Variables, given));
    if (given.faults.length > 0) throw new EnvError(given.faults);
    return new Environment(instances);
  }

  /** The variables of one class, which {@link load} was given. */
  get<T extends object>(Variables: EnvironmentClass<T>): T {
    const instance = this.instances.get(Variables);
    if (!instance) throw new Error(`${Variables.name} is not part of this process: no feature of it declares these variables`);
    return instance as T;
  }

  /** One provider a class, so that a feature injects its own. */
  get providers(): Provider[] {
    return [...this.instances].map(([provide, useValue]) => ({ provide, useValue }));
  }
}

function readVariables(source: NodeJS.ProcessEnv, Variables: EnvironmentClass, { values, faults }: GivenVariables): void {
  for (const name of variablesOf(Variables)) {
    const value = source[name]?.trim();
    if (value) values[name] = value;
  }
  for (const name of secretsOf(Variables)) {
    const path = source[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (values[name] !== undefined) faults.push(`${name}_FILE must not be set beside ${name}`);
    else readSecret(name, path, { values, faults });
  }
}

function readSecret(name: string, path: string, { values, faults }: GivenVariables): void {
  try {
    const value = readFileSync(path, 'utf8').trim();
    if (value) values[name] = value;
    else faults.push(`${name}_FILE names an empty file: ${path}`);
  } catch (error) {
    faults.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'} ${path}`);
  }
}

function judged(Variables: EnvironmentClass, { values, faults }: GivenVariables): object {
  const mine = Object.fromEntries(variablesOf(Variables).flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  const instance = plainToInstance(Variables, mine, { exposeDefaultValues: true });
  for (const { property, constraints } of validateSync(instance, { skipMissingProperties: false, forbidUnknownValues: false })) {
    // One line a variable: one that is reported already is not reported again for being empty.
    if (faults.some((fault) => fault.startsWith(`${property} `) || fault.startsWith(`${property}_FILE `))) continue;
    const [message] = Object.values(constraints ?? {});
    if (message) faults.push(message);
  }
  return instance;
}
