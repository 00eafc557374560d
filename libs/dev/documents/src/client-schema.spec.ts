import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { it } from '@jest/globals';

it('the client has the types of the OpenAPI document (npm run generate in libs/client writes them)', async () => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'client-schema.ts'), '--check']);
});
