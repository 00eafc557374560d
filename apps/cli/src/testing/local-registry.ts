import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** Where each version of a package is installed, as the lockfile has it. */
function installed(name: string): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const places = Object.entries(packages).filter(([place, { link }]) => !link && place.endsWith(`node_modules/${name}`));
  return new Map(places.map(([place, { version = '' }]) => [version, join(ROOT, place)]));
}

/**
 * A registry of npm packages that serves what this checkout has installed: npm can install from it without the network,
 * and finds nothing that the lockfile does not name.
 */
export async function startRegistry(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer(({ url: path = '/' }, response) => {
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(path)) ?? [];
    const places = installed(name);
    if (places.size === 0) response.writeHead(404).end('{}');
    else if (version === undefined) response.end(JSON.stringify(describe(name, places)));
    else pack(places.get(version) ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const describe = (name: string, places: ReadonlyMap<string, string>) => ({
    name,
    'dist-tags': { latest: [...places.keys()].at(-1) },
    versions: Object.fromEntries([...places].map(([version, place]) => [version, manifest(name, version, place)])),
  });
  const manifest = (name: string, version: string, place: string): object => ({
    ...(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as object),
    dist: { tarball: `${url}${name}/-/${version}.tgz` },
  });
  return { url, stop: () => void server.close() };
}

function pack(place: string, response: ServerResponse): void {
  const tar = spawn('tar', ['-czf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '.'], { cwd: place });
  tar.stdout.pipe(response);
}
