export type { FeedFormat, FeedMarks, ItemMarks, Span } from './reading/feed-marks.js';
export { feedsPersistence } from './persistence.js';
export { FeedSources, FeedSourcesModule } from './sources/feed-sources.module.js';
export { PODCAST_NAMESPACE } from './reading/namespaces.js';
export type { Source } from './sources/packed-source.js';
