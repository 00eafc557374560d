import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { ROOT, textOf } from './root.ts';

jest.setTimeout(60_000); // promtool is a process, and the machine may be busy

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

if (!hasPromtool) console.log('promtool is not installed (Debian: prometheus): the rules are not tested.');

const METRICS_FILE = /^[^/]+(\/[^/]+)?\/src\/.*metrics\.ts$/;

/** Metrics of HAProxy and Prometheus themselves, and their labels. */
const OTHERS = {
  haproxy_frontend_http_responses_total: ['proxy', 'code'],
  prometheus_notifications_alertmanagers_discovered: [],
  prometheus_notifications_errors_total: ['alertmanager'],
};

/** Names in the files that declare metrics, prom-client's own and those of others. */
async function declared(): Promise<Set<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const files = readdirSync(join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => METRICS_FILE.test(file) && !file.includes('node_modules'),
  );
  const own = files.flatMap((file) => [...textOf(`libs/${file}`).matchAll(/'([a-z]+(?:_[a-z0-9]+)+)'/g)].map(([, name = '']) => name));
  registry.clear();
  return new Set([...names, ...own, ...Object.keys(OTHERS)]);
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

/** Labels that Prometheus adds, or that belong to a kind of metric. */
const EVERYWHERE = ['job', 'instance', 'le'];

/** The name of a metric and, before the end of its statement, a list that begins with a text: its labels. */
const DECLARATION = /'([a-z]+(?:_[a-z0-9]+)+)'[^;]*?\[\s*('[^\]]*)\]/g;

/** Labels of each metric that the files declare. */
function labelsDeclared(): Map<string, readonly string[]> {
  const files = readdirSync(join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => METRICS_FILE.test(file) && !file.includes('node_modules')).map((file) => textOf(`libs/${file}`));
  const declarations = texts.flatMap((text) => [...text.matchAll(DECLARATION)]);
  const own = declarations.map(
    ([, name = '', labels = '']) => [name, [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label)] as const,
  );
  return new Map<string, readonly string[]>([...own, ...Object.entries(OTHERS)]);
}

const declaredLabels = labelsDeclared();

/** Labels by which an expression selects or groups, and that none of its metrics has. */
function unknownLabelsIn(expression: string): string[] {
  const has = readBy(expression).flatMap(
    (name) => declaredLabels.get(name.replace(/_(?:bucket|count|sum)$/, '')) ?? declaredLabels.get(name) ?? [],
  );
  const grouped = [...expression.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(','));
  const selected = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, text = '']) =>
    [...text.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  );
  const used = [...grouped, ...selected].map((label) => label.trim()).filter((label) => label !== '');
  return used.filter((label) => !EVERYWHERE.includes(label) && !has.includes(label));
}

const rules = textOf('docker/observability/rules.yml');
const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
const recorded = new Set([...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name = '']) => name));
const alerts = [...rules.matchAll(/^ +- alert: (\S+)$/gm)].map(([, name = '']) => name);
const dashboard = JSON.parse(textOf('docker/observability/dashboard.json')) as {
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

  it('rules and dashboard select and group by labels that the metrics have', () => {
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const own = [...expressions, ...shown].filter((expression) => !/^up\b|[a-z]+:[a-z]/.test(expression));
    expect(own.length).toBeGreaterThan(25);
    expect(own.map((expression) => [expression, unknownLabelsIn(expression)]).filter(([, labels]) => labels?.length)).toEqual([]);
    expect(unknownLabelsIn('sum by (reson) (downloads_left_out_total{raeson="full"})')).toEqual(['reson', 'raeson']);
  });

  it('a metric that does not exist is found', async () => {
    expect(await unknownIn(['sum by (x) (rate(webhook_atempts_total{outcome="200"}[5m]))'])).toEqual(['webhook_atempts_total']);
  });

  it('every alert has its section in the runbook, and names it', () => {
    const sections = [...textOf('docs/runbook.md').matchAll(/^## (\S+)$/gm)].map(([, name = '']) => name);
    expect(sections.sort()).toEqual([...alerts].sort());
    for (const name of alerts) expect(rules).toContain(`runbook: docs/runbook.md#${name.toLowerCase()}\n`);
  });

  it('every alert is tested, to be raised and not to be', () => {
    const tests = textOf('docker/observability/rules.test.yml');
    for (const name of alerts) expect(tests.split(`alertname: ${name}\n`).length - 1).toBeGreaterThanOrEqual(3);
  });

  it('Prometheus can read every expression of the dashboard (promtool)', async () => {
    if (!hasPromtool) return;
    const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
    const all = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const recording = all.map((expr, number) => ({ record: `panel:expression:${number}`, expr }));
    // JSON is valid YAML.
    await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules: recording }] }));
    const said = execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder, encoding: 'utf8' });
    await rm(folder, { recursive: true });
    expect(said).toContain(`SUCCESS: ${all.length} rules found`);
  });

  it('the rules do what their tests say (promtool)', () => {
    if (!hasPromtool) return;
    const run = (...args: string[]) => execFileSync('promtool', args, { cwd: join(ROOT, 'docker/observability'), encoding: 'utf8' });
    expect(run('check', 'rules', 'rules.yml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
  });
});
