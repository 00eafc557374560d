import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentVersion } from './set-version.ts';
import { ROOT } from './workspace.ts';

type Locked = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: true;
  readonly resolved?: string;
  readonly optional?: true;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
};

/**
 * The packages that these workspaces need to run, as CycloneDX 1.5, out of the lockfile. `npm sbom --omit dev` leaves
 * out whatever is a devDependency of any other workspace, such as pg.
 */
export function sbomOf(workspaces: readonly string[]): object {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const needed = new Set(workspaces);
  for (const path of needed) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(name, path, packages);
      if (found !== undefined) needed.add(found);
    }
  }
  const components = [...needed]
    .filter((path) => path.includes('node_modules/'))
    .sort()
    .map((path) => component(path, packages[path] ?? {}));
  const version = currentVersion();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'podcast-automation', version, purl: `pkg:npm/podcast-automation@${version}` } },
    components: [...new Map(components.map((one) => [one.purl, one])).values()],
  };
}

/** Where Node finds a package for the one at this path; undefined for an optional peer that nobody installs. */
function resolve(name: string, from: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder === '.' ? '' : dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved : path;
    if (folder === '') return undefined;
  }
}

function component(path: string, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version = '', license, optional }: Locked) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses =
    license === undefined ? {} : { licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { name: license } }] };
  return { type: 'library', 'bom-ref': purl, name, version, purl, scope: optional ? 'optional' : 'required', ...licenses };
}

// `node apps/dev/src/sbom.ts apps/api apps/worker`
if (import.meta.main) console.log(JSON.stringify(sbomOf(process.argv.slice(2)), null, 2));
