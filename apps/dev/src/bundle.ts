import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { filesBelow, publish, timeOf } from './files.ts';
import { ROOT } from './workspace.ts';

/** The processes. Each is started from a bundle: loading 70 files takes half the time of loading 3,000. */
const BUNDLED = ['api', 'worker', 'admin'].map((app) => join(ROOT, 'apps', app));

/**
 * Packages that stay what they are, since others load them with `require` at run time (Nest does), or since they start
 * threads, load native code, or read files beside their own. All are at the top of `node_modules`, where a bundle finds
 * the version that its modules were written for.
 */
export const EXTERNAL = [
  '@aws-sdk/client-s3',
  'class-transformer',
  'class-validator',
  'ioredis',
  'msgpackr',
  'pg',
  'pino',
  'piscina',
  'reflect-metadata',
  'typeorm',
];

/** Optional packages that are not installed: who asks for them gets the error that an import gives. */
const ABSENT = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'];

/** CommonJS packages in a bundle, which is an ES module, load what is external and built in with `require`. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** Bundles those of the projects that are processes. The libs, which are part of each, are looked at once. */
export async function bundle(projects: readonly string[]): Promise<void> {
  const processes = projects.filter((project) => BUNDLED.includes(project));
  if (processes.length === 0) return;
  const libs = readdirSync(join(ROOT, 'libs')).map((name) => join(ROOT, 'libs', name));
  const shared = Math.max(...[...libs.map(newestBuilt), timeOf(join(ROOT, 'package-lock.json')), timeOf(import.meta.filename)]);
  await Promise.all(processes.map((process) => bundleProcess(process, Math.max(shared, newestBuilt(process)))));
}

/**
 * Bundles a process from `dist` to `bundle`: its code, that of the libs, and packages. What is imported later stays in
 * files of its own. As in make, a bundle that is newer than everything it is made of is up to date. Safe beside another
 * build: chunks are named after their content, and `main.js`, which names them, appears last and by a rename.
 *
 * @param newestInput the time of the latest change of what was built, of an installed package, or of this file
 */
async function bundleProcess(project: string, newestInput: number): Promise<void> {
  const folder = join(project, 'bundle');
  if (timeOf(join(folder, 'main.js')) > newestInput) return;
  const { build } = await import('esbuild'); // slow to load
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(project, 'dist/main.js')],
    outdir: folder,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // As Node resolves packages; esbuild's own conditions prefer builds for browsers' bundlers.
    conditions: [],
    mainFields: ['main'],
    external: [...EXTERNAL, ...ABSENT],
    banner: { js: REQUIRE },
    keepNames: true, // Nest and the OpenAPI document know classes by their names
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [placesOfModules(folder)],
  });
  refuseNamelessImports(metafile);
  publish(folder, new Map(outputFiles.map((file) => [relative(folder, file.path), namingWhatWasRenamed(file)])), 'main.js');
}

/** In a bundle, `import()` of a CommonJS package gives its default export alone. */
function refuseNamelessImports({ inputs }: Metafile): void {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const found = imports.find((one) => one.kind === 'dynamic-import' && inputs[one.path]?.format === 'cjs');
    if (found) throw new Error(`${path} imports ${found.path} dynamically: import a module that imports it statically`);
  }
}

/** Modules that look for threads, migrations and other files beside themselves find them in `dist`. */
function placesOfModules(folder: string): Plugin {
  return {
    name: 'places-of-modules',
    setup: (build) =>
      build.onLoad({ filter: /\/(?:apps|libs)\/[^/]+\/dist\/.*\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replaceAll('import.meta.url', `new URL('${relative(folder, path)}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${relative(folder, dirname(path))}')`),
      })),
  };
}

/** The time of the latest change in what was built of a project. */
function newestBuilt(project: string): number {
  const dist = join(project, 'dist');
  const files = filesBelow(dist).filter((file) => file.endsWith('.js'));
  return Math.max(0, ...files.map((file) => timeOf(join(dist, file))));
}

/**
 * esbuild names each function again whenever it is made, and V8 gives such a function 256 bytes of properties of its
 * own: 5 kB of each request that waits. Those that have their name, or need none, are left alone.
 */
function namingWhatWasRenamed({ path, contents, text }: OutputFile): Buffer {
  if (!path.endsWith('.js')) return Buffer.from(contents);
  return Buffer.from(text.replace(/^(var __name = \(target, value\) => )/m, '$1target.name === "" || target.name === value ? target : '));
}
