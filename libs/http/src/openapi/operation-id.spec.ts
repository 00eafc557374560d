import { expect, it } from '@jest/globals';
import { operationId } from './operation-id.js';

it.each([
  ['get', '/api/v1/podcasts', 'getPodcasts'],
  ['get', '/api/v1/episodes/{episode}', 'getEpisode'],
  ['get', '/api/v1/podcasts/{podcast}/episodes', 'getPodcastEpisodes'],
  ['put', '/api/v1/episodes/{episode}/transcript', 'putEpisodeTranscript'],
  ['get', '/api/v1/podcasts/{podcast}/analytics.csv', 'getPodcastAnalyticsCsv'],
  ['post', '/api/v1/video-stocks/{stock}/cancel', 'postVideoStockCancel'],
  ['get', '/api/v1/video-webhook/deliveries/{delivery}', 'getVideoWebhookDelivery'],
])('%s %s is %s', (method, path, id) => {
  expect(operationId(method, path)).toBe(id);
});
