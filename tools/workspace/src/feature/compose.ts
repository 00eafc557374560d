import { updateJson, type Tree } from '@nx/devkit';
import { edit, insertSorted } from './edit.ts';
import type { Plan } from './plan.ts';

type PackageJson = { dependencies?: Record<string, string> };

/** Adds the feature to the product, the permission table and the tags of the OpenAPI document. */
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
  edit(tree, 'apps/api/src/openapi/document-parts.ts', (text) => {
    const tag = `  { name: '${tagOf(plan)}', description: 'The ${plan.pluralWords} of ${ownerWords(plan)}.' },\n`;
    return text.replace(/(const TAGS = \[\n[^\]]*)(\];)/, (_, tags: string, end: string) => `${tags}${tag}${end}`);
  });
}

const tagOf = ({ pluralWords }: Plan): string => pluralWords.charAt(0).toUpperCase() + pluralWords.slice(1);

export const ownerWords = ({ owner }: Plan): string =>
  owner === 'user' ? 'the caller' : `${/^[aeiou]/.test(owner) ? 'an' : 'a'} ${owner}`;

function permissions({ owner, plural, parameter, hasTable }: Plan): string[] {
  const path = owner === 'user' ? plural : `${owner}s/:${owner}/${plural}`;
  const read = `GET ${path} → read`;
  return hasTable ? [`DELETE ${path}/:${parameter} → delete`, read, `POST ${path} → update`] : [read];
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
