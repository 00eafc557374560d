export { slidingWindowOn } from './testing/sliding-window.js';
