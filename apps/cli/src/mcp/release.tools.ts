import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '@app/client';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { registeredAs } from '../commands/videos.js';
import { id, output, pageOutput, paging } from './episode.tools.js';
import { ADDS, LOOKS, REPLACES, result } from './result.js';

const STATUSES = ['processing', 'ready', 'failed', 'matched', 'canceled'] as const;

/** Tools about videos, feeds, downloads and the webhook. */
export function addReleaseTools(server: McpServer, client: Client): void {
  addVideos(server, client);
  addVideoChanges(server, client);
  addFeedAndDownloads(server, client);
  addWebhook(server, client);
}

function addVideos(server: McpServer, client: Client): void {
  server.registerTool(
    'list_videos',
    {
      title: 'List videos',
      description: 'Videos registered ahead of their episodes, and their states.',
      inputSchema: { podcast_id: id('podcast').optional(), status: z.enum(STATUSES).optional(), ...paging },
      outputSchema: pageOutput,
      annotations: LOOKS,
    },
    (query) => result(async () => (await client.GET('/api/v1/video-stocks', { params: { query } })).data),
  );
  server.registerTool(
    'upload_video',
    {
      title: 'Upload a video',
      description: 'Uploads a file of this machine and registers it. A call with the same client_key gives the same video.',
      inputSchema: {
        file: z.string().describe('Path of the file.'),
        podcast_id: id('podcast'),
        client_key: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/),
        guid: z.string().optional().describe('The guid of the episode that it is for.'),
        title: z.string().optional(),
      },
      outputSchema: output,
      annotations: ADDS,
    },
    ({ file, guid, ...stock }) =>
      result(async () => {
        const registration = { ...stock, ...(guid === undefined ? {} : { match: { guid } }) };
        const known = await registeredAs(client, registration);
        if (known) return { data: known };
        const upload = await client.upload(createReadStream(file), { filename: basename(file) });
        return (await client.POST('/api/v1/video-stocks', { body: { ...registration, upload_id: upload.id } })).data;
      }),
  );
}

function addVideoChanges(server: McpServer, client: Client): void {
  server.registerTool(
    'cancel_video',
    {
      title: 'Cancel a video',
      description: 'Cancels a video that has no episode. This cannot be undone. Its seconds are given back.',
      inputSchema: { stock_id: id('video stock') },
      outputSchema: output,
      annotations: REPLACES,
    },
    ({ stock_id: stock }) =>
      result(async () => (await client.POST('/api/v1/video-stocks/{stock}/cancel', { params: { path: { stock } }, body: {} })).data),
  );
  server.registerTool(
    'link_video',
    {
      title: 'Link a video with an episode',
      description: 'Links a ready video with an episode that has none. This cannot be undone.',
      inputSchema: { stock_id: id('video stock'), episode_id: id('episode') },
      outputSchema: output,
      annotations: ADDS,
    },
    ({ stock_id: stock, episode_id }) =>
      result(
        async () => (await client.POST('/api/v1/video-stocks/{stock}/link', { params: { path: { stock } }, body: { episode_id } })).data,
      ),
  );
}

function addFeedAndDownloads(server: McpServer, client: Client): void {
  const path = '/api/v1/podcasts/{podcast}/rss-refetch';
  server.registerTool(
    'refetch_feed',
    { title: 'Refetch a feed', description: 'Requests a refetch of the feed of a podcast. Read the outcome with get_feed_refetch.', inputSchema: { podcast_id: id('podcast') }, outputSchema: output, annotations: ADDS }, // prettier-ignore
    ({ podcast_id: podcast }) => result(async () => (await client.POST(path, { params: { path: { podcast } } })).data),
  );
  server.registerTool(
    'get_feed_refetch',
    { title: 'Show the last refetch', description: 'The latest refetch of a feed and its outcome; null when there was none.', inputSchema: { podcast_id: id('podcast') }, outputSchema: { data: z.looseObject({}).nullable() }, annotations: LOOKS }, // prettier-ignore
    ({ podcast_id: podcast }) => result(async () => (await client.GET(path, { params: { path: { podcast } } })).data),
  );
  server.registerTool(
    'list_downloads',
    {
      title: 'List downloads',
      description: 'Downloads and listeners by day and episode.',
      inputSchema: {
        podcast_id: id('podcast'),
        from: z.string().describe('First day, YYYY-MM-DD.'),
        to: z.string().describe('Last day, YYYY-MM-DD.'),
        timezone: z.string().optional().describe('IANA name; UTC unless given.'),
        ...paging,
      },
      outputSchema: pageOutput,
      annotations: LOOKS,
    },
    ({ podcast_id: podcast, ...query }) =>
      result(async () => (await client.GET('/api/v1/podcasts/{podcast}/analytics', { params: { path: { podcast }, query } })).data),
  );
}

function addWebhook(server: McpServer, client: Client): void {
  server.registerTool(
    'get_webhook',
    { title: 'Show the webhook', description: 'The destination and whether it is verified; null when there is none.', outputSchema: { data: z.looseObject({}).nullable() }, annotations: LOOKS }, // prettier-ignore
    () => result(async () => (await client.GET('/api/v1/video-webhook')).data),
  );
  server.registerTool(
    'set_webhook',
    { title: 'Register the webhook', description: 'Replaces the destination of notifications. The result has the signing secret, which is shown only once.', inputSchema: { url: z.string() }, outputSchema: output, annotations: REPLACES }, // prettier-ignore
    (body) => result(async () => (await client.PUT('/api/v1/video-webhook', { body })).data),
  );
  server.registerTool(
    'list_deliveries',
    { title: 'List deliveries', description: 'The latest 50 deliveries of notifications.', outputSchema: { data: z.array(z.looseObject({})) }, annotations: LOOKS }, // prettier-ignore
    () => result(async () => (await client.GET('/api/v1/video-webhook/deliveries')).data),
  );
  server.registerTool(
    'get_delivery',
    { title: 'Show a delivery', description: 'Every attempt of a delivery and its outcome.', inputSchema: { delivery_id: id('delivery') }, outputSchema: output, annotations: LOOKS }, // prettier-ignore
    ({ delivery_id: delivery }) =>
      result(async () => (await client.GET('/api/v1/video-webhook/deliveries/{delivery}', { params: { path: { delivery } } })).data),
  );
  server.registerTool(
    'redeliver',
    { title: 'Redeliver a notification', description: 'Sends the event of a finished delivery once more.', inputSchema: { delivery_id: id('delivery') }, outputSchema: output, annotations: { ...ADDS, idempotentHint: false } }, // prettier-ignore
    ({ delivery_id: delivery }) =>
      result(
        async () => (await client.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery } } })).data,
      ),
  );
}
