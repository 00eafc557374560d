export { transcriptsPersistence } from './persistence.js';
export { readTranscript } from './upload/read-upload.js';
export { TranscriptWord } from './transcript.entity.js';
export { TranscriptsModule } from './transcripts.module.js';
export { TranscriptsService } from './transcripts.service.js';
