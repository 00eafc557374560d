export { Chapter } from './chapter.entity.js';
export { chaptersPersistence } from './persistence.js';
export { judgeChapters, type JudgedChapters } from './read-document.js';
