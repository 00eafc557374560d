export type { Defect, DefectCode, TranscriptFormat } from './defects.js';
export { parseTranscript, type ParseOutcome } from './parse.js';
export { transcriptsPersistence } from './persistence.js';
export { readTranscript, type UploadOutcome } from './read-upload.js';
export { toSrt, toVtt } from './serialize.js';
export type { Subtitle } from './subtitles.js';
export { TranscriptWord } from './transcript.entity.js';
export { TranscriptsModule, TranscriptStoreModule } from './transcripts.module.js';
export { TranscriptsService } from './transcripts.service.js';
