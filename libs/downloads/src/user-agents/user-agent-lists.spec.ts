import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { kindOf, rulesWith } from './user-agents.js';

type Entry = { readonly name: string; readonly examples?: readonly string[] };
type List = { readonly apps: readonly Entry[]; readonly bots: readonly Entry[] };

/** The percentage of user agents that are classified correctly. */
const MIN_PERCENT = 99;

/** The same without names of our own, as for agents that nobody has seen. */
const MIN_PERCENT_UNSEEN = { apps: 98, bots: 97 };
const unseen = rulesWith({ apps: [], fetchers: [] });

const folder = process.env['USER_AGENT_LISTS'];
const files = folder !== undefined && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

if (folder === undefined || files.length === 0) {
  console.info('USER_AGENT_LISTS names no folder with lists: user agents are not judged by them.');
  it('the judging of user agents by lists needs USER_AGENT_LISTS', () => {
    expect(files).toEqual([]);
  });
} else {
  describe.each(files)('of the user agents in %s', (file) => {
    const list = JSON.parse(readFileSync(join(folder, file), 'utf8')) as List;
    const examplesOf = (entries: readonly Entry[]) => entries.flatMap(({ examples = [] }) => examples);

    it.each([
      ['podcast apps', 'counted', examplesOf(list.apps), true],
      ['bots and watches', 'left out', examplesOf(list.bots), false],
    ] as const)(`${MIN_PERCENT} of 100 %s are %s`, (kind, outcome, examples, counts) => {
      const wrong = examples.filter((agent) => (kindOf(agent) === 'listener') !== counts);
      console.info(`${file}: ${examples.length - wrong.length} of ${examples.length} ${kind} are ${outcome}.`);
      if ((wrong.length / examples.length) * 100 > 100 - MIN_PERCENT) expect(wrong).toEqual([]);
      expect(examples.length).toBeGreaterThan(0);
    });

    it.each([
      [MIN_PERCENT_UNSEEN.apps, 'podcast apps', examplesOf(list.apps), true],
      [MIN_PERCENT_UNSEEN.bots, 'bots and watches', examplesOf(list.bots), false],
    ] as const)('%i of 100 %s are judged right by rules without names of our own', (minPercent, kind, examples, counts) => {
      const right = examples.filter((agent) => (unseen(agent) === 'listener') === counts);
      console.info(`${file}: ${right.length} of ${examples.length} ${kind} without names of our own.`);
      expect((right.length / examples.length) * 100).toBeGreaterThanOrEqual(minPercent);
    });
  });
}
