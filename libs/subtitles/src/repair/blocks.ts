import type { Change } from './change.js';
import { isDigits, type Block, type Cue, type Document, type Line } from './document.js';

/** Closes up the blank lines that cut words off their subtitle, an index off its timing line, or a style in two. */
export function closeUp(document: Document, changes: Change[]): void {
  const { blocks } = document;
  const kept: (Cue | Block)[] = [];
  let nesting = new Nesting();
  for (const [at, block] of blocks.entries()) {
    const above = kept.at(-1);
    const next = blocks[at + 1];
    if (block.kind === 'aside') nesting = new Nesting(block);
    if (block.kind !== 'words') kept.push(block);
    else if (next?.kind === 'cue' && isLostIndex(block, next)) attachIndex(block, next, changes);
    else if (above?.kind === 'cue') join(block, above, next, document, changes);
    else if (above?.kind === 'aside' && isStyle(above) && (nesting.isOpen || isRule(block))) {
      nesting.add(block);
      join(block, above, next, document, changes);
    } else kept.push(block);
  }
  document.blocks = kept;
}

function isLostIndex({ text }: Block, next: Cue): boolean {
  return text.length === 1 && isDigits(text[0]) && next.above.length === 0 && next.before.length > 0;
}

function attachIndex({ before, text }: Block, cue: Cue, changes: Change[]): void {
  changes.push({
    code: 'blank_lines_removed',
    line: numberOf(cue.before),
    message: 'Blank lines between an index and its timing line are removed',
  });
  cue.before = before;
  cue.above = text;
}

function join(block: Block, above: Cue | Block, next: Cue | Block | undefined, { format }: Document, changes: Change[]): void {
  let words = block.text;
  if (above.kind === 'cue' && format === 'srt' && isNextIndex(words, above)) {
    changes.push({ code: 'index_removed', line: numberOf(words), message: 'An index without a timing line is removed' });
    words = words.slice(1);
  }
  const what = above.kind === 'cue' ? 'subtitle' : 'style';
  changes.push({ code: 'blank_lines_removed', line: numberOf(block.before), message: `Blank lines within a ${what} are removed` });
  // Blank lines directly under the timing line, too, would end the subtitle.
  for (const line of words) above.text.push(line);
  if (format === 'vtt' && next?.kind === 'cue' && next.before.length === 0 && next.above.length > 0) {
    const line = { text: '', end: next.timing.line.end || '\n', number: numberOf(next.above) };
    changes.push({ code: 'blank_line_added', line: line.number, message: 'A blank line is added before the next subtitle' });
    next.before = [line];
  }
}

/** Whether the words begin with the number that comes after the subtitle's index: the timing line between the two is lost. */
function isNextIndex([first, second]: readonly Line[], { above }: Cue): boolean {
  return isDigits(first) && second !== undefined && isDigits(above[0]) && Number(first?.text) === Number(above[0]?.text) + 1;
}

function isStyle({ text }: Block): boolean {
  return text[0]?.text.startsWith('STYLE') ?? false;
}

/** Whether a style was cut: more braces or comments open than close. */
class Nesting {
  #braces = 0;
  #comments = 0;

  constructor(block?: Block) {
    if (block) this.add(block);
  }

  add({ text }: Block): void {
    for (const line of text) {
      const count = (what: string) => line.text.split(what).length;
      this.#braces += count('{') - count('}');
      this.#comments += count('/*') - count('*/');
    }
  }

  get isOpen(): boolean {
    return this.#braces > 0 || this.#comments > 0;
  }
}

/** Whether a block looks like a rule of CSS: after a style, it is one. */
function isRule({ text }: Block): boolean {
  const css = text
    .map((line) => line.text)
    .join('\n')
    .trim();
  return /^[.:#a-z*@][^{}]{0,200}\{/i.test(css) && css.endsWith('}');
}

function numberOf(lines: readonly Line[]): number {
  return lines[0]?.number ?? 1;
}
