import type { Persistence } from '@app/database';
import { Transcripts1790000004000 } from './migrations/1790000004000-transcripts.js';
import { TranscriptVersions1790002180000 } from './migrations/1790002180000-transcript-versions.js';
import { Transcript, TranscriptSegment, TranscriptVersion, TranscriptWord } from './transcript.entity.js';

export const transcriptsPersistence: Persistence = {
  entities: [Transcript, TranscriptSegment, TranscriptVersion, TranscriptWord],
  migrations: [Transcripts1790000004000, TranscriptVersions1790002180000],
  userData: {
    transcripts: { column: 'episode_id', of: 'episodes' },
    transcript_segments: { column: 'episode_id', of: 'episodes' },
    transcript_versions: { column: 'episode_id', of: 'episodes', packed: { content: 'brotli' } },
    transcript_words: { column: 'episode_id', of: 'episodes' },
  },
};
