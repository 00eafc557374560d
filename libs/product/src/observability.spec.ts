import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

if (!hasPromtool) console.log('promtool is not installed (Debian: prometheus): the rules are not tested.');

/** Names in the files that declare metrics, and prom-client's own. */
async function declared(): Promise<Set<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const files = readdirSync(join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^[^/]+(\/[^/]+)?\/src\/.*metrics\.ts$/.test(file) && !file.includes('node_modules'),
  );
  const own = files.flatMap((file) => [...read(`libs/${file}`).matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map(([, name = '']) => name));
  registry.clear();
  return new Set([...names, ...own]);
}

/** Metrics that an expression reads: names outside of braces, quotes and `by (…)`, without functions. */
function readBy(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|on|without|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/(?<![a-z_:])([a-z][a-z0-9_:]*)(?![a-z0-9_:]*\s*\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('_') || name.includes(':'));
}

const rules = read('docker/observability/rules.yml');
const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
const recorded = new Set([...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name = '']) => name));
const alerts = [...rules.matchAll(/^ +- alert: (\S+)$/gm)].map(([, name = '']) => name);
const dashboard = JSON.parse(read('docker/observability/dashboard.json')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};

async function unknownIn(all: readonly string[]): Promise<string[]> {
  const known = await declared();
  const names = [...new Set(all.flatMap(readBy))].filter((name) => !recorded.has(name) && !/^(?:humanize|histogram)/.test(name));
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')));
}

describe('what operators watch', () => {
  it('the rules read metrics that exist', async () => {
    expect(expressions.length).toBeGreaterThan(10);
    expect(expressions.flatMap(readBy).length).toBeGreaterThan(10);
    expect(await unknownIn(expressions)).toEqual([]);
  });

  it('the dashboard reads metrics that exist', async () => {
    const all = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(all.length).toBeGreaterThan(15);
    expect(await unknownIn(all)).toEqual([]);
  });

  it('a metric that does not exist is found', async () => {
    expect(await unknownIn(['sum by (x) (rate(webhook_atempts_total{outcome="200"}[5m]))'])).toEqual(['webhook_atempts_total']);
  });

  it('every alert has its section in the runbook, and names it', () => {
    const sections = [...read('docs/runbook.md').matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name);
    expect(sections.sort()).toEqual([...alerts].sort());
    for (const name of alerts) expect(rules).toContain(`runbook: docs/runbook.md#${name.toLowerCase()}\n`);
  });

  it('every alert is tested, to be raised and not to be', () => {
    const tests = read('docker/observability/rules.test.yml');
    for (const name of alerts) expect(tests.split(`alertname: ${name}\n`).length - 1).toBeGreaterThanOrEqual(3);
  });

  it('the rules do what their tests say (promtool)', () => {
    if (!hasPromtool) return;
    const run = (...args: string[]) => execFileSync('promtool', args, { cwd: join(ROOT, 'docker/observability'), encoding: 'utf8' });
    expect(run('check', 'rules', 'rules.yml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});
