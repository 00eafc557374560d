import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Tags that a project with the given tag may import from (CONTRIBUTING.md, "Who may import whom"). */
const LADDER = {
  'type:app': ['type:product', 'type:feature', 'type:platform', 'type:pure', 'type:dev'],
  'type:product': ['type:feature', 'type:platform'],
  'type:dev': ['type:dev', 'type:product', 'type:feature', 'type:platform', 'type:pure'],
  'type:e2e': ['type:platform', 'type:pure'],
  'type:feature': ['type:feature', 'type:platform', 'type:pure'],
  'type:platform': ['type:platform', 'type:pure'],
  'type:pure': ['type:pure'],
  'type:bench': ['type:platform', 'type:pure', 'type:dev'],
};

/**
 * Checks every import between the projects of a workspace against the edges that their package.json files declare.
 * @param {string} root the workspace's folder
 * @returns {string[]} what is wrong, one line each; none when the walls stand
 */
export function checkBoundaries(root) {
  const projects = ['apps', 'libs', 'libs/dev', 'tools'].flatMap((group) =>
    (existsSync(join(root, group)) ? readdirSync(join(root, group)) : [])
      .filter((name) => name !== 'bench' && existsSync(join(root, group, name, 'package.json')))
      .map((name) => readProject(join(root, group, name))),
  );
  const byName = new Map(projects.map((project) => [project.name, project]));
  return [...projects.flatMap((project) => faultsOf(project, byName, root)), ...cycles(projects, byName)];
}

function readProject(dir) {
  const { name, dependencies = {}, exports = {}, nx } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return {
    dir,
    name,
    tag: nx?.tags?.[0],
    declared: Object.keys(dependencies).filter((dependency) => dependency.startsWith('@app/')),
    exports: Object.keys(exports),
  };
}

function faultsOf(project, byName, root) {
  const faults = [];
  if (!(project.tag in LADDER)) faults.push(`${project.name} has no tag out of ${Object.keys(LADDER).join(', ')}`);
  for (const file of sources(join(project.dir, 'src'))) {
    const at = relative(root, file);
    const forTests = /\.spec\.ts$|\/testing(\.ts|\/)|^apps\/api-e2e\//.test(at);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) {
        if (relative(project.dir, resolve(dirname(file), specifier)).startsWith('..'))
          faults.push(`${at} leaves its project by "${specifier}"`);
        continue;
      }
      if (!specifier.startsWith('@app/')) continue;
      const target = byName.get(specifier.split('/').slice(0, 2).join('/'));
      if (!target) {
        faults.push(`${at} imports "${specifier}", which no project is called`);
        continue;
      }
      const entry = `.${specifier.slice(target.name.length)}`;
      if (!project.declared.includes(target.name)) faults.push(`${at} imports ${target.name}, which ${project.name} does not declare`);
      if (!LADDER[project.tag]?.includes(target.tag) && !(forTests && target.tag === 'type:dev'))
        faults.push(`${at} imports ${target.name}: ${project.tag} may not import ${target.tag}`);
      if (!target.exports.includes(entry)) faults.push(`${at} imports "${specifier}", which ${target.name} does not export`);
      if (entry === './testing' && !forTests) faults.push(`${at} is production code and imports "${specifier}"`);
      if (project.tag === 'type:e2e' && entry !== './testing' && target.tag !== 'type:dev' && target.tag !== 'type:pure')
        faults.push(`${at} imports "${specifier}": black-box tests may use ./testing alone`);
    }
  }
  return faults;
}

function sources(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(dir, name));
}

function importsOf(file) {
  return ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);
}

function cycles(projects, byName) {
  const state = new Map();
  const found = [];
  const visit = (project, path) => {
    if (state.get(project.name) === 'done') return;
    if (path.includes(project.name)) {
      found.push(`cycle: ${[...path.slice(path.indexOf(project.name)), project.name].join(' → ')}`);
      return;
    }
    for (const name of project.declared) {
      const next = byName.get(name);
      if (next) visit(next, [...path, project.name]);
    }
    state.set(project.name, 'done');
  };
  for (const project of projects) visit(project, []);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkBoundaries(resolve(import.meta.dirname, '..'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('Boundaries: every import is declared and points down the ladder.');
}
