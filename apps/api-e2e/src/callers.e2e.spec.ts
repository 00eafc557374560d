import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const suites = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.e2e.spec.ts') && !name.startsWith('callers.'));

// The type of what Stack.forCallers() returns has neither processes to start nor variables to set.
it.each(suites)('%s runs against a deployment (E2E_BASE_URL), too', (name) => {
  const source = readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(source).toContain('await Stack.forCallers()');
  expect(source).not.toMatch(/Stack\.create|let stack: Stack\b/);
});

it('suites of every area run against a deployment', () => {
  const areas = ['analytics', 'chapters', 'episodes', 'podcasts', 'rss-refetch', 'transcripts', 'uploads', 'video-stocks', 'webhook'];
  expect(suites).toEqual(expect.arrayContaining(areas.map((area) => `${area}.e2e.spec.ts`)));
});
