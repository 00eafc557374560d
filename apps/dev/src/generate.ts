import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services, transpileProjects } from './build.ts';
import { ROOT } from './workspace.ts';

/** Runs a file on this Node. @returns what it printed */
const run = (file: string): string => execFileSync(process.execPath, [join(ROOT, file)], { encoding: 'utf8', maxBuffer: 100_000_000 });

// `npm run generate`: writes every derived file. A test compares each of them, and names this command.
await transpileProjects(services());
writeFileSync(join(ROOT, 'docs/openapi.json'), run('apps/api/dist/openapi/document.js'));
run('libs/dev/documents/src/derived.ts');
