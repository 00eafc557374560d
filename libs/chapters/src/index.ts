export { Chapter } from './chapter.entity.js';
export { ChaptersModule } from './chapters.module.js';
export { ChaptersService, etagsOf } from './chapters.service.js';
export { chaptersPersistence } from './persistence.js';
export { podcastChapters } from './podcast-chapters.js';
export { judgeChapters, type JudgedChapters } from './read-document.js';
