import { updateJson, type Tree } from '@nx/devkit';
import { edit, insertSorted } from './edit.ts';
import type { Plan } from './plan.ts';

type PackageJson = { dependencies?: Record<string, string> };

/** Adds the feature to the product and the permission table. */
export function compose(tree: Tree, plan: Plan): void {
  const { plural, pluralVariable } = plan;
  updateJson<PackageJson>(tree, 'libs/product/package.json', (json) => ({
    ...json,
    dependencies: sorted({ ...json.dependencies, [`@app/${plural}`]: '*' }),
  }));
  edit(tree, 'libs/product/src/features.ts', (text) =>
    insertSorted(text, /^import \{ \w+ \} from '@app\/[\w-]+\/feature';$/gm, `import { ${pluralVariable}Feature } from '@app/${plural}/feature';`) // prettier-ignore
      .replace('  fixturesFeature,\n', `  ${pluralVariable}Feature,\n  fixturesFeature,\n`),
  );
  edit(tree, 'apps/api/src/routes.spec.ts', (text) =>
    permissions(plan).reduce((all, line) => insertSorted(all, /^ {6}'(?:DELETE|GET|PATCH|POST|PUT) .*$/gm, `      '${line}',`), text),
  );
}

export const ownerWords = ({ owner }: Plan): string =>
  owner === 'user' ? 'the caller' : `${/^[aeiou]/.test(owner) ? 'an' : 'a'} ${owner}`;

function permissions({ route, parameter, hasTable, isSingleton }: Plan): string[] {
  const path = route.replace(/\{(\w+)\}/, ':$1');
  const read = `GET ${path} → read`;
  if (isSingleton) return [`DELETE ${path} → delete`, read, `PUT ${path} → update`];
  return hasTable ? [`DELETE ${path}/:${parameter} → delete`, read, `POST ${path} → update`] : [read];
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
