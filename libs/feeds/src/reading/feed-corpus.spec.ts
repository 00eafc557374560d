import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FeedError } from '../feed-error.js';
import { feedText } from './feed-text.js';
import { parseFeed } from './parse-feed.js';

const folder = process.env['FEED_CORPUS'];
const files = folder !== undefined && existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:xml|rss|atom)$/.test(name)) : []; // prettier-ignore

/** `read`, `read with warnings`, or why not. */
async function outcomeOf(file: string): Promise<string> {
  try {
    const { warnings } = await parseFeed(feedText(readFileSync(file), ''), 'https://feeds.example.com/');
    return warnings.length > 0 ? 'read with warnings' : 'read';
  } catch (error) {
    if (error instanceof FeedError) return error.code;
    throw new Error(`${file} is neither read nor refused`, { cause: error });
  }
}

if (folder === undefined || files.length === 0) {
  console.info('FEED_CORPUS names no folder with feeds: captured feeds are not read.');
  it('the corpus of captured feeds needs FEED_CORPUS', () => expect(files).toEqual([]));
} else {
  it('every captured feed is read, or refused with a code', async () => {
    const counts: Record<string, number> = {};
    for (const file of files) {
      const outcome = await outcomeOf(join(folder, file));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    console.info(`${files.length} feeds of ${folder}:`, counts);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(files.length);
  }, 600_000);
}
