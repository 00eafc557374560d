import type { Persistence } from '@app/database';
import { Chapter } from './chapter.entity.js';
import { Chapters1790000003000 } from './migrations/1790000003000-chapters.js';
import { ChapterDocuments1790000030000 } from './migrations/1790000030000-chapter-documents.js';

export const chaptersPersistence: Persistence = {
  entities: [Chapter],
  migrations: [Chapters1790000003000, ChapterDocuments1790000030000],
  userData: {
    chapters: { column: 'episode_id', of: 'episodes' },
  },
};
