import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';

type Step = { name: string; shell: string; if?: string; env?: Record<string, string>; run: string };
type Action = { inputs: Record<string, { required?: boolean; default?: string }>; runs: { using: string; steps: Step[] } };

export type StepEnded = { readonly name: string; readonly status: number | null; readonly output: string };
type Options = { readonly inputs: Record<string, string>; readonly workspace: string; readonly env: Record<string, string> };

/**
 * Runs the steps of a composite GitHub Action as its runner does: inputs with their defaults, conditions, variables,
 * `GITHUB_PATH`, and bash as the runner calls it. A step that fails is the last one.
 */
export async function runAction(file: string, { inputs, workspace, env }: Options): Promise<StepEnded[]> {
  const { inputs: declared, runs } = parse(await readFile(file, 'utf8')) as Action;
  for (const [name, { required }] of Object.entries(declared))
    if (required && inputs[name] === undefined) throw new Error(`${name} is required`);
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(declared).map(([name, input]) => [name, inputs[name] ?? input.default ?? '']),
  );
  const temporary = join(workspace, '.runner');
  await mkdir(temporary, { recursive: true });
  const added = join(temporary, 'path');
  await writeFile(added, '');
  const ended: StepEnded[] = [];
  for (const [index, step] of runs.steps.entries()) {
    if (step.shell !== 'bash') throw new Error(`step ${step.name} has no shell`);
    if (!holds(step.if, given)) continue;
    const script = join(temporary, `${index}.sh`);
    await writeFile(script, step.run);
    const path = [...(await readFile(added, 'utf8')).split('\n').filter(Boolean).reverse(), env['PATH']].join(delimiter);
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, given)]));
    const runner = { GITHUB_ACTIONS: 'true', CI: 'true', RUNNER_TEMP: temporary, GITHUB_PATH: added, GITHUB_WORKSPACE: workspace };
    const result = await bash(script, workspace, { ...env, ...runner, PATH: path, ...own });
    ended.push({ name: step.name, ...result });
    if (result.status !== 0) break;
  }
  return ended;
}

/** The conditions that an example needs: one input, compared with a string. */
function holds(condition: string | undefined, inputs: Record<string, string>): boolean {
  if (condition === undefined) return true;
  const [, name = '', operator, value] = /^inputs\.(\w+) (==|!=) '(.*)'$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`The condition ${condition} is not understood.`);
  return (inputs[name] === value) === (operator === '==');
}

function filled(value: string, inputs: Record<string, string>): string {
  return value.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] ?? '');
}

function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })));
}
