import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { addWebhookCommands } from './webhook-listen.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-automation-listen-'));
});
afterEach(() => rm(dir, { recursive: true }));

it('webhook listen can be ended from its first line on', async () => {
  const steps: string[] = [];
  const program = new Command();
  addWebhookCommands(program, {
    env: () => ({ DATA_DIR: dir }),
    input: new PassThrough(),
    answer: () => steps.push('answers'),
    complain: (line) => steps.push(line),
    stopped: () => {
      steps.push('waits for its end');
      return Promise.resolve();
    },
  });
  await program.parseAsync(['webhook', 'listen', '--port', '0'], { from: 'user' });
  expect(steps).toEqual(['waits for its end', 'answers']);
});
