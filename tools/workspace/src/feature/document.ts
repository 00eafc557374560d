import type { Tree } from '@nx/devkit';
import { ownerWords } from './compose.ts';
import { edit } from './edit.ts';
import type { Plan } from './plan.ts';

/** Adds stubs to docs/api.md, a page of its own under docs/api, and a line to the changelog. */
export function document(tree: Tree, plan: Plan): void {
  const { plural, pluralWords, route } = plan;
  const methods = plan.isSingleton ? '`GET`, `PUT`, `DELETE /api/v1/' : plan.hasTable ? '`GET`, `POST /api/v1/' : '`GET /api/v1/';
  edit(tree, 'docs/api.md', (text) => text.replace(/(\n- .*)(\n\nThe examples use)/, (_, last: string, after: string) => `${last}\n- [${titleOf(plan)}](api/${plural}.md)${after}`)); // prettier-ignore
  tree.write(`docs/api/${plural}.md`, page(plan));
  edit(tree, 'CHANGELOG.md', (text) => {
    const line = `- ${methods}${route}\`: the ${plan.isSingleton ? plan.singularWords : pluralWords} of ${ownerWords(plan)}.`;
    const [unreleased = '', ...rest] = text.split(/(?=\n## \[(?!Unreleased))/);
    const added = unreleased.includes('### Added\n\n')
      ? unreleased.replace('### Added\n\n', `### Added\n\n${line}\n`)
      : unreleased.replace('## [Unreleased]\n', `## [Unreleased]\n\n### Added\n\n${line}\n`);
    return [added, ...rest].join('');
  });
}

const titleOf = ({ pluralWords }: Plan): string => pluralWords.charAt(0).toUpperCase() + pluralWords.slice(1);

function page(plan: Plan): string {
  const { pluralWords, singularWords, parameter, route, hasTable, isSingleton } = plan;
  const title = titleOf(plan);
  const body = '| Body | |\n|---|---|\n| `title` | string, required: 1 to 200 characters |\n';
  if (isSingleton) {
    return [
      `# ${title}\n`,
      `## Show the ${singularWords}\n\n\`GET /api/v1/${route}\` · \`read\`\n`,
      `## Store the ${singularWords}\n\n\`PUT /api/v1/${route}\` · \`update\`: 201 for the first, 200 after.\n\n${body}`,
      `## Remove the ${singularWords}\n\n\`DELETE /api/v1/${route}\` · \`delete\`\n`,
    ].join('\n');
  }
  const read = `## List ${pluralWords}\n\n\`GET /api/v1/${route}\` · \`read\`\n`;
  if (!hasTable) return `# ${title}\n\n${read}`;
  return [
    `# ${title}\n`,
    read,
    `## Add a ${singularWords}\n\n\`POST /api/v1/${route}\` · \`update\`\n\n${body}`,
    `## Remove a ${singularWords}\n\n\`DELETE /api/v1/${route}/{${parameter}}\` · \`delete\`\n`,
  ].join('\n');
}
