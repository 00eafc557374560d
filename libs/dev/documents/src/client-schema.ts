import { join } from 'node:path';
import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import type { Derived } from './derived-file.ts';
import { ROOT, textOf } from './root.ts';

const PATH = 'libs/client/src/schema.ts';

/** The types of the OpenAPI document, as the client has them. */
export async function clientSchema(): Promise<Derived> {
  const document = JSON.parse(textOf('docs/openapi.json')) as OpenAPI3;
  const nodes = await openapiTypeScript(document, { alphabetize: true, immutable: true });
  const text = `/* eslint-disable -- generated from docs/openapi.json by npm run generate */\n${astToString(nodes)}`;
  return { path: PATH, text: await format(text, { ...(await resolveConfig(join(ROOT, PATH))), parser: 'typescript' }) };
}
