import type { Text } from '@codemirror/state';
import type { Judgement } from './live-judge.ts';

/** A defect at its place in the present text. `from` and `to` are null for one of the whole file. */
export type Finding = {
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** The defects of a judgement, moved to where their lines are after what was typed since. */
export function findingsOf({ defects, text, since }: Pick<Judgement, 'defects' | 'text' | 'since'>, now: Text): Finding[] {
  return defects.map(({ code, message, line: number }) => {
    if (number === null || number > text.lines) return { code, message, line: null, from: null, to: null };
    const line = text.line(number);
    const from = since.mapPos(line.from, 1);
    const to = Math.max(from, since.mapPos(line.to, -1));
    return { code, message, line: now.lineAt(from).number, from, to };
  });
}
