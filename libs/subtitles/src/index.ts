export { DEFECT_CODES, type Defect, type DefectCode, type TranscriptFormat } from './defects.js';
export { judge } from './judge.js';
export { parseTranscript } from './parse.js';
export { MAX_DEFECTS, type Subtitle } from './collector.js';
export { scanTranscript } from './scan.js';
export { formatTime, srtCue, toSrt, toVtt, VTT_HEADER, vttCue } from './write.js';
export type { Change } from './repair/change.js';
export { repair } from './repair/repair.js';
export { decode } from './repair/decode.js';
