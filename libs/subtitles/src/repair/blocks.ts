import type { Change } from './change.js';
import { isDigits, type Block, type Cue, type Document, type Line } from './document.js';

/** Closes up the blank lines that cut words off their subtitle, an index off its timing line, or a style in two. */
export function closeUp(document: Document, changes: Change[]): void {
  const { blocks } = document;
  const kept: (Cue | Block)[] = [];
  let nesting = new Nesting();
  let index = NaN; // the last one, of a subtitle or lost
  for (const [at, block] of blocks.entries()) {
    const above = kept.at(-1);
    const next = blocks[at + 1];
    if (block.kind === 'aside') nesting = new Nesting(block);
    if (block.kind === 'cue') index = indexIn(block.above);
    if (block.kind !== 'words') kept.push(block);
    else if (next?.kind === 'cue' && isLostIndex(block, next)) attachIndex(block, next, changes);
    else if (above?.kind === 'cue') {
      // The number that comes next, unless the next subtitle has it: the timing line under it is lost.
      if (indexIn(block.text) === index + 1 && (next?.kind !== 'cue' || indexIn(next.above) !== index + 1)) {
        index += 1;
        changes.push({ code: 'index_removed', line: numberOf(block.text), message: 'An index without a timing line is removed' });
        block.text = block.text.slice(1);
      }
      if (block.text.length > 0) join(block, above, next, document, changes);
      // Otherwise its index would become words of the subtitle above.
      else if (next?.before.length === 0) next.before = block.before;
    } else if (above?.kind === 'aside' && isStyle(above) && (nesting.isOpen || isRule(block))) {
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
  const what = above.kind === 'cue' ? 'subtitle' : 'style';
  changes.push({ code: 'blank_lines_removed', line: numberOf(block.before), message: `Blank lines within a ${what} are removed` });
  // Blank lines directly under the timing line, too, would end the subtitle.
  for (const line of block.text) above.text.push(line);
  if (format === 'vtt' && next?.kind === 'cue' && next.before.length === 0 && next.above.length > 0) {
    const line = { text: '', end: next.timing.line.end || '\n', number: numberOf(next.above) };
    changes.push({ code: 'blank_line_added', line: line.number, message: 'A blank line is added before the next subtitle' });
    next.before = [line];
  }
}

/** The number that lines begin with; NaN for another line. */
function indexIn([first]: readonly Line[]): number {
  return isDigits(first) ? Number(first?.text) : NaN;
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
