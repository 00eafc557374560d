export { DEFECT_CODES, MAX_DEFECTS, type Defect, type DefectCode, type TranscriptFormat } from './defects.js';
export { judge, type Verdict } from './judge.js';
export { parseTranscript, type ParseOutcome } from './parse.js';
export { MAX_BYTES, scanTranscript, type ScanOptions, type ScanOutcome } from './scan.js';
export type { Subtitle, Times } from './collector.js';
export { formatTime, srtCue, toSrt, toVtt, VTT_HEADER, vttCue } from './write.js';
export type { Change, ChangeCode } from './repair/change.js';
export { repair, type Repair } from './repair/repair.js';
export { decode, type Encoding } from './repair/decode.js';
