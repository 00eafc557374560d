import { speakerName, voiceTag } from '../reading/cue-text.js';
import type { Change } from './change.js';
import type { Block, Cue, Document } from './document.js';

/** Divides WebVTT subtitles with several speakers into one for each, with the same times; escapes arrows in text. */
export function repairCueTexts(document: Document, changes: Change[]): void {
  if (document.format !== 'vtt') return;
  document.blocks = document.blocks.flatMap((block): (Cue | Block)[] => {
    if (block.kind !== 'cue') return [block];
    escapeArrows(block, changes);
    return divide(block, changes);
  });
}

function escapeArrows(cue: Cue, changes: Change[]): void {
  cue.text = cue.text.map((line) => {
    if (!line.text.includes('-->')) return line;
    changes.push({ code: 'arrow_escaped', line: line.number, message: 'An arrow in the text is written as "--&gt;"' });
    return { ...line, text: line.text.replaceAll('-->', '--&gt;') };
  });
}

function divide(cue: Cue, changes: Change[]): Cue[] {
  const raw = cue.text.map(({ text }) => text).join('\n');
  const cuts = findCuts(raw);
  const { line, startMs, endMs } = cue.timing;
  if (cuts.length === 0 || startMs === null || endMs === null) return [cue];
  changes.push({
    code: 'speakers_separated',
    line: line.number,
    message: `A subtitle with several speakers is divided into ${cuts.length + 1}`,
  });
  let skipped = 0;
  return [0, ...cuts].map((from, at, all) => {
    skipped += raw.slice(all[at - 1] ?? 0, from).split('\n').length - 1;
    const text = raw
      .slice(from, cuts[at])
      .trimEnd()
      .split('\n')
      .map((words, index) => ({ text: words, end: line.end || '\n', number: cue.text[skipped + index]?.number ?? line.number }));
    if (at === 0) return { ...cue, text };
    return { kind: 'cue', before: [{ text: '', end: line.end || '\n', number: line.number }], above: [], timing: { ...cue.timing }, text };
  });
}

/** Indexes of the voice tags at which somebody else begins to speak. */
function findCuts(raw: string): number[] {
  const cuts: number[] = [];
  let speaker: string | null = null;
  let end = 0;
  for (let less = raw.indexOf('<'); less >= 0; less = raw.indexOf('<', end)) {
    end = raw.indexOf('>', less);
    if (end < 0) break;
    const voice = voiceTag(raw, less, end);
    const name: string = voice?.name ? speakerName(raw.slice(voice.name, end)) : '';
    if (name === '') continue;
    if (speaker !== null && name !== speaker) cuts.push(less);
    speaker = name;
  }
  return cuts;
}
