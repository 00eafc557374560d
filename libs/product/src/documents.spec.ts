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
