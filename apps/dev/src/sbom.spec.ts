import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { sbomOf } from './sbom.ts';
import { ROOT } from './workspace.ts';

type Component = { readonly name: string; readonly version: string; readonly purl: string };

/** The packages of an install without devDependencies, according to npm. */
function installed(workspaces: readonly string[]): string[] {
  const args = [
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '--long',
    '--package-lock-only',
    ...workspaces.map((one) => `--workspace=${one}`),
  ];
  const lines = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => /:((?!@app\/|podcast-automation@)[^:]+@[^:@]+)/.exec(line)?.[1] ?? []);
}

it('the bill of materials of the images has every package that npm installs for them, and no other', () => {
  const dockerfile = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8');
  const [, apps = ''] = /npm ci --omit=dev (.*?) *\\?$/m.exec(dockerfile) ?? [];
  const workspaces = [...apps.matchAll(/--workspace=(\S+)/g)].map(([, path = '']) => path);
  const [, listed = ''] = /node apps\/dev\/src\/sbom\.ts (.*?) > \/out\/sbom\.cdx\.json/.exec(dockerfile) ?? [];
  // The console's page, built by Vite, is in the image of the api, and none of its packages in node_modules.
  expect(listed.split(' ')).toEqual([...workspaces, 'apps/console']);
  const { components } = sbomOf(workspaces) as { components: Component[] };
  const names = components.map(({ name, version }) => `${name}@${version}`);
  // The image brings its own Node, and builds nothing.
  expect(names.filter((name) => /^(?:node|esbuild)@/.test(name))).toEqual([]);
  expect(names.sort()).toEqual([...new Set(installed(workspaces))].sort());
  expect(components).toContainEqual(
    expect.objectContaining({ name: '@nestjs/core', purl: expect.stringMatching(/^pkg:npm\/%40nestjs\/core@\d/) }),
  );
});
