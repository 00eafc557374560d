export type { FeedFormat, ItemMarks } from './reading/feed-marks.js';
export { feedsPersistence } from './persistence.js';
export { audioKey } from './episodes/episode-changes.js';
export { FeedSourcesModule } from './sources/feed-sources.module.js';
export { FeedSourcesQueries } from './sources/feed-sources.queries.js';
export { PODCAST_NAMESPACE } from './reading/namespaces.js';
export type { Source } from './sources/packed-source.js';
