export { PublicFeed } from './feed/public-feed.js';
