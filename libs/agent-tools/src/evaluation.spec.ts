import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ApiDocument } from './document.js';
import { toolsOf } from './tools.js';

type Case = {
  readonly sentence: string;
  readonly tool: string;
  /** Arguments that an agent needs. */
  readonly needs: readonly string[];
  /** Arguments that must not appear: they would do what nobody asked for, or tell what is no agent's business. */
  readonly without: readonly string[];
  readonly readOnly?: boolean;
};

const SECRETS = ['token', 'secret', 'user_id', 'authorization'];
const FILES = ['file', 'path', 'url'];

const CASES: readonly Case[] = [
  { sentence: 'Which podcasts do I have?', tool: 'getPodcasts', needs: [], without: ['podcast', 'owner'], readOnly: true },
  { sentence: 'Which episodes lack a transcript?', tool: 'getPodcastEpisodes', needs: ['podcast', 'missing'], without: ['episode'], readOnly: true }, // prettier-ignore
  { sentence: 'Show me the transcript of this episode.', tool: 'getEpisodeTranscript', needs: ['episode'], without: ['content', 'dry_run', 'If-None-Match'], readOnly: true }, // prettier-ignore
  { sentence: 'Would this transcript be accepted?', tool: 'putEpisodeTranscript', needs: ['episode', 'content', 'dry_run'], without: [...FILES, 'force'] }, // prettier-ignore
  { sentence: 'Replace the transcript unless somebody has changed it.', tool: 'putEpisodeTranscript', needs: ['episode', 'content', 'If-Match'], without: [...FILES, 'force'] }, // prettier-ignore
  { sentence: 'Write these chapters into the episode.', tool: 'putEpisodeChapters', needs: ['episode', 'chapters'], without: ['dry_run'] },
  { sentence: 'How often was the show downloaded in October?', tool: 'getPodcastAnalytics', needs: ['podcast', 'from', 'to'], without: ['If-None-Match'], readOnly: true }, // prettier-ignore
  { sentence: 'Prepare this uploaded video for Friday’s episode.', tool: 'postVideoStocks', needs: ['podcast_id', 'client_key', 'upload_id', 'match'], without: FILES }, // prettier-ignore
  {
    sentence: 'Has the video been read yet?',
    tool: 'getVideoStock',
    needs: ['stock', 'wait'],
    without: ['expected_revision'],
    readOnly: true,
  },
  { sentence: 'We do not need the video any more.', tool: 'postVideoStockCancel', needs: ['stock'], without: ['episode_id', 'force'] },
  { sentence: 'Look at the feed again.', tool: 'postPodcastRssRefetch', needs: ['podcast'], without: FILES },
  {
    sentence: 'What has happened since yesterday?',
    tool: 'getEvents',
    needs: ['after', 'types', 'wait'],
    without: ['since'],
    readOnly: true,
  },
  { sentence: 'Send again what our server has missed.', tool: 'postVideoWebhookReplay', needs: ['since'], without: ['url'] },
  { sentence: 'Make the feed public.', tool: 'putPodcastPublication', needs: ['podcast', 'public'], without: ['feed_url', 'updated_at'] },
];

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')) as ApiDocument;
const tools = toolsOf(document);

describe('what agents are asked for (contract 14.5)', () => {
  it.each(CASES)('$sentence → $tool', ({ tool: name, needs, without, readOnly = false }) => {
    const tool = tools.find((one) => one.name === name);
    const names = Object.keys(tool?.inputSchema.properties ?? {});
    expect(names).toEqual(expect.arrayContaining([...needs]));
    expect(names.filter((one) => [...without, ...SECRETS].includes(one))).toEqual([]);
    expect(tool?.annotations.readOnlyHint).toBe(readOnly);
    expect(tool?.description.length).toBeGreaterThan(10);
  });
});
