export { transcriptsPersistence } from './persistence.js';
export { readTranscript } from './read-upload.js';
export { TRANSCRIPT_FORMS, type TranscriptForm, type TranscriptHead } from './transcript-forms.js';
export { TranscriptWord } from './transcript.entity.js';
export { TranscriptsModule } from './transcripts.module.js';
export { TranscriptsService, type RetimedTranscript } from './transcripts.service.js';
