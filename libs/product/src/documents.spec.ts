import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Env, secretsOf, variablesOf } from '@app/platform';
import { describe, expect, it } from '@jest/globals';
import { FEATURES } from './features.js';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
const classes = [Env, ...FEATURES.flatMap(({ environment }) => environment ?? [])];

describe('the README’s table of variables', () => {
  const [, table = ''] = /## Environment\n([^]*?)\n## /.exec(read('README.md')) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''));

  it('has every variable that a feature declares', () => {
    const declared = [...new Set(classes.flatMap((Variables) => variablesOf(Variables)))];
    expect(declared.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has no variable that nothing declares, but for those of Node and of `webhook listen`', () => {
    const known = new Set(classes.flatMap((Variables) => variablesOf(Variables)));
    expect(named.filter((name) => !known.has(name))).toEqual(['NODE_EXTRA_CA_CERTS', 'WEBHOOK_SECRET']);
  });

  it('marks those that may be given as a file', () => {
    const secrets = classes.flatMap((Variables) => secretsOf(Variables));
    for (const name of secrets) expect(rows.find((row) => row.startsWith(`| \`${name}\``))).toMatch(/secret/);
  });
});

describe('the examples of deployments', () => {
  const declared = new Set(classes.flatMap((Variables) => variablesOf(Variables)));
  const secrets = new Set(classes.flatMap((Variables) => secretsOf(Variables)));
  const baseName = (name: string) => (secrets.has(name.replace(/_FILE$/, '')) ? name.replace(/_FILE$/, '') : name);
  /** Of the image itself, of one process alone, or forbidden in production. */
  const own = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'WORKER_PORT', 'OUTBOUND_CONNECT_TO'];

  it('compose.yaml passes every variable on', () => {
    const passed = [...read('docker/compose.yaml').matchAll(/^ {2,6}([A-Z0-9_]+): /gm)].map(([, name = '']) => baseName(name));
    expect([...declared].filter((name) => !own.includes(name) && !passed.includes(name))).toEqual([]);
    const others = [
      'POSTGRES_DB',
      'POSTGRES_PASSWORD_FILE',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'NODE_EXTRA_CA_CERTS',
      'NODE_OPTIONS',
    ];
    expect(passed.filter((name) => !declared.has(name)).sort()).toEqual(others.sort());
  });

  it('the Kubernetes example sets no variable that nothing reads', () => {
    const text = read('docker/kubernetes/podcast-automation.yaml');
    const named = [...text.matchAll(/(?:^ +|name: )([A-Z][A-Z0-9_]{3,})\b/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !declared.has(name))).toEqual([]);
  });
});
