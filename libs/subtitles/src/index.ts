export { MAX_DEFECTS, type Defect, type DefectCode, type TranscriptFormat } from './defects.js';
export { judge, type Verdict } from './judge.js';
export { parseTranscript, type ParseOutcome } from './parse.js';
export type { Subtitle } from './subtitle-list.js';
export { srtCue, toSrt, toVtt, VTT_HEADER, vttCue } from './write.js';
export type { Change, ChangeCode } from './repair/change.js';
export { repair, type Repair } from './repair/repair.js';
