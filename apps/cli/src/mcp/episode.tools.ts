import type { Client } from '@app/client';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { LOOKS, REPLACES, result } from './result.js';

export const id = (what: string) => z.string().describe(`Id of the ${what}.`);
export const paging = {
  first: z.number().int().min(1).max(100).optional().describe('Most items; 50 unless given.'),
  after: z.string().optional().describe('next_cursor of the page before.'),
};
export const pageOutput = {
  data: z.array(z.looseObject({})),
  meta: z.looseObject({ has_more: z.boolean(), next_cursor: z.string().nullable() }),
};
export const output = { data: z.looseObject({}) };

/** Tools about episodes, their transcripts and their chapters. */
export function addEpisodeTools(server: McpServer, client: Client): void {
  addLists(server, client);
  addTranscripts(server, client);
  addChapters(server, client);
}

function addLists(server: McpServer, client: Client): void {
  server.registerTool(
    'list_podcasts',
    {
      title: 'List podcasts',
      description: 'Lists the podcasts of the owner of the token.',
      inputSchema: paging,
      outputSchema: pageOutput,
      annotations: LOOKS,
    },
    (query) => result(async () => (await client.GET('/api/v1/podcasts', { params: { query } })).data),
  );
  server.registerTool(
    'list_episodes',
    {
      title: 'List episodes',
      description: 'Episodes of a podcast, unpublished ones first, and what each still lacks.',
      inputSchema: {
        podcast_id: id('podcast'),
        missing: z
          .array(z.enum(['transcript', 'chapters', 'video']))
          .optional()
          .describe('Only episodes that lack all of these.'),
        guid: z.string().optional().describe('Only the episode with exactly this guid.'),
        ...paging,
      },
      outputSchema: pageOutput,
      annotations: LOOKS,
    },
    ({ podcast_id: podcast, ...query }) =>
      result(async () => (await client.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query } })).data),
  );
  server.registerTool(
    'get_episode',
    { title: 'Show an episode', description: 'One episode and what it still lacks.', inputSchema: { episode_id: id('episode') }, outputSchema: output, annotations: LOOKS }, // prettier-ignore
    ({ episode_id: episode }) =>
      result(async () => (await client.GET('/api/v1/episodes/{episode}', { params: { path: { episode } } })).data),
  );
}

function addTranscripts(server: McpServer, client: Client): void {
  const path = '/api/v1/episodes/{episode}/transcript';
  server.registerTool(
    'get_transcript',
    {
      title: 'Read a transcript',
      description: 'The segments of the transcript of an episode.',
      inputSchema: { episode_id: id('episode') },
      outputSchema: output,
      annotations: LOOKS,
    },
    ({ episode_id: episode }) => result(async () => (await client.GET(path, { params: { path: { episode } } })).data),
  );
  server.registerTool(
    'put_transcript',
    {
      title: 'Upload a transcript',
      description: 'Replaces the whole transcript of an episode. With dry_run it is checked and nothing is stored.',
      inputSchema: {
        episode_id: id('episode'),
        content: z.string().describe('The whole text of an SRT or WebVTT file.'),
        format: z.enum(['srt', 'vtt']).optional(),
        dry_run: z.boolean().optional().describe('Only judge it.'),
      },
      outputSchema: output,
      annotations: REPLACES,
    },
    ({ episode_id: episode, dry_run, ...body }) =>
      result(async () => (await client.PUT(path, { params: { path: { episode }, query: { dry_run } }, body })).data),
  );
}

function addChapters(server: McpServer, client: Client): void {
  const path = '/api/v1/episodes/{episode}/chapters';
  server.registerTool(
    'get_chapters',
    { title: 'Read chapters', description: 'The chapters of an episode.', inputSchema: { episode_id: id('episode') }, outputSchema: output, annotations: LOOKS }, // prettier-ignore
    ({ episode_id: episode }) => result(async () => (await client.GET(path, { params: { path: { episode } } })).data),
  );
  server.registerTool(
    'put_chapters',
    {
      title: 'Upload chapters',
      description: 'Replaces all chapters of an episode; an empty list removes them. startTime is in seconds and ascends.',
      inputSchema: {
        episode_id: id('episode'),
        chapters: z.array(z.looseObject({ startTime: z.number().min(0), title: z.string().min(1).max(255).optional() })).max(500),
      },
      outputSchema: output,
      annotations: REPLACES,
    },
    ({ episode_id: episode, chapters }) =>
      result(async () => (await client.PUT(path, { params: { path: { episode } }, body: { chapters } })).data),
  );
}
