export { FeedClient, NO_VALIDATORS } from './fetching/feed-client.js';
export { parseFeed } from './reading/parse-feed.js';
export { feedText } from './reading/feed-text.js';
export { digestOf, packed, unpacked } from './sources/packed-source.js';
