import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { operatorProgram } from './program.js';

const aProgram = () =>
  operatorProgram({
    version: '1.2.3',
    environment: () => Promise.reject(new Error('taken')),
    print: () => undefined,
    start: () => Promise.reject(new Error('taken')),
    answer: () => undefined,
  });

/** The error for a command's arguments. Commands that reach their services are not refused. */
async function refusal(...args: string[]): Promise<string | undefined> {
  let said = '';
  const program = aProgram();
  const all = [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)];
  for (const command of all) command.exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  const error = await program.parseAsync(args, { from: 'user' }).catch((thrown: Error) => thrown);
  return error instanceof Error && error.message === 'taken' ? undefined : said;
}

describe('an operator’s command', () => {
  it.each(['2026-11-21T08:00:00Z', '2026-11-21T08:00+01:00'])('an operator’s command takes --now %s', async (time) => {
    expect(await refusal('retention', 'run', '--now', time)).toBeUndefined();
    expect(await refusal('analytics', 'keep-up', '--now', time)).toBeUndefined();
  });

  it.each(['1 Z', '2026-02-31T00:00:00Z', '+012026-01-01T00:00:00Z', '12026-01-01T00:00:00Z', '2026-11-21T08:00:00', 'now'])(
    'an operator’s command refuses --now %s',
    async (time) => {
      expect(await refusal('retention', 'run', '--now', time)).toContain('a time of the calendar in ISO 8601 with an offset');
      expect(await refusal('analytics', 'keep-up', '--now', time)).toContain('a time of the calendar in ISO 8601 with an offset');
    },
  );

  const create = ['token', 'create', '--user', 'U', '--expires-in'];
  it.each(['1s', '90m', '12h', '30d', '400000w'])('an operator’s command takes --expires-in %s', async (time) =>
    expect(await refusal(...create, time)).toBeUndefined(),
  );
  it.each([['999999w', 'the end of the year 9999'], ['0d', 'such as 30d'], ['30', 'such as 30d'], ['-1d', 'such as 30d'], ['soon', 'such as 30d']])('an operator’s command refuses --expires-in %s', async (time, why) => {
    expect(await refusal(...create, time)).toContain(why);
  }); // prettier-ignore

  it.each([
    [['token', 'create', '--user', 'U', '--permission', 'fly'], 'one of read, update, delete'],
    [['user', 'create'], '--name'],
    [['user', 'create', '--name', ' '], 'must not be blank'],
    [['fly'], 'unknown command'],
  ])('an operator’s command refuses %j', async (args, why) => expect(await refusal(...args)).toContain(why));

  const podcast = ['podcast', 'create', '--title', 'T', '--owner', 'U', '--feed-url'];
  it('an operator’s command takes a feed by http or https alone', async () => {
    expect(await refusal(...podcast, 'http://feeds.example.com/a.xml')).toBeUndefined();
    for (const url of ['ftp://feeds.example.com/', 'feeds.example.com', ''])
      expect(await refusal(...podcast, url)).toContain('http or https');
  });
});

it('the documents name commands that exist, and every command is in one', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const documents = globSync(['*.md', 'docs/*.md', 'docker/*.md'], { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const named = documents.flatMap((text) => Array.from(text.matchAll(/npm run -s admin -- ((?:[a-z-]+ ?)+)/g), ([, words = '']) => words.trim())); // prettier-ignore
  const commands = aProgram().commands.flatMap((one) =>
    one.commands.length > 0 ? one.commands.map((inner) => `${one.name()} ${inner.name()}`) : one.name(),
  );
  const inCheckout = ['webhook listen']; // apps/dev adds it
  expect(named.filter((words) => ![...commands, ...inCheckout].some((name) => words === name || words.startsWith(`${name} `)))).toEqual([]);
  expect(commands.filter((name) => !documents.some((text) => text.includes(name)))).toEqual([]);
});

it('the commands of the runbook are taken as they stand', async () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
  const commands = Array.from(runbook.matchAll(/`(?:npm run -s )?admin (?:-- )?([^`]+)`/g), ([, words = '']) => words);
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect([command, await refusal(...command.split(' '))]).toEqual([command, undefined]);
});
