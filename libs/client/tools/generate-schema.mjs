import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi.json');
const SCHEMA = join(import.meta.dirname, '../src/schema.ts');

/** The types of the OpenAPI document, as `src/schema.ts` has them. */
export async function generateSchema() {
  const nodes = await openapiTypeScript(JSON.parse(readFileSync(DOCUMENT, 'utf8')), { alphabetize: true, immutable: true });
  const text = `/* eslint-disable -- generated from docs/openapi.json by npm run generate */\n${astToString(nodes)}`;
  return format(text, { ...(await resolveConfig(SCHEMA)), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await generateSchema();
  if (!process.argv.includes('--check')) writeFileSync(SCHEMA, text);
  else if (readFileSync(SCHEMA, 'utf8') !== text) {
    console.error('libs/client/src/schema.ts is not what docs/openapi.json says: run npm run generate in libs/client.');
    process.exitCode = 1;
  }
}
