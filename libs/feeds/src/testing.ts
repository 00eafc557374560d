export { FeedClient } from './fetching/feed-client.js';
