import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const ROOT = resolve(import.meta.dirname, '../../../..');
const DOCUMENT = join(ROOT, 'docs/openapi.json');
const SCHEMA = join(ROOT, 'libs/client/src/schema.ts');

/** The types of the OpenAPI document, as the client has them. */
async function clientSchema(): Promise<string> {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPI3;
  const nodes = await openapiTypeScript(document, { alphabetize: true, immutable: true });
  const text = `/* eslint-disable -- generated from docs/openapi.json by npm run generate */\n${astToString(nodes)}`;
  return format(text, { ...(await resolveConfig(SCHEMA)), parser: 'typescript' });
}

// `npm run generate` in libs/client; with `--check` nothing is written.
const schema = await clientSchema();
if (!process.argv.includes('--check')) writeFileSync(SCHEMA, schema);
else if (readFileSync(SCHEMA, 'utf8') !== schema) {
  console.error('libs/client/src/schema.ts is not what docs/openapi.json says: run npm run generate in libs/client.');
  process.exitCode = 1;
}
