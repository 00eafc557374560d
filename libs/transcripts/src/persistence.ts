import type { Persistence } from '@app/database';
import { Transcripts1790000004000 } from './migrations/1790000004000-transcripts.js';
import { Transcript, TranscriptSegment, TranscriptWord } from './transcript.entity.js';

export const transcriptsPersistence: Persistence = {
  entities: [Transcript, TranscriptSegment, TranscriptWord],
  migrations: [Transcripts1790000004000],
};
