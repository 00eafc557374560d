export { Chapter } from './chapter.entity.js';
export { chaptersPersistence } from './persistence.js';
