import { Change, presentableDiff, unifiedMergeView } from '@codemirror/merge';
import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LineChange } from '../judging/diff-lines.ts';
import type { Comparison } from '../judging/reader.ts';
import { look } from './theme.ts';
import { t } from '../../../texts/language.ts';

/** Changes that are refined to words, so that a shift of 20,000 subtitles opens at once. */
const MAX_REFINED = 500;

/** Characters up to which one change is refined. */
const MAX_REFINED_LENGTH = 2000;

/** Shows the difference of two texts, unchanged parts folded; it is read-only, but places can be taken over. */
export function showDifference(parent: HTMLElement, { before, after, changes }: Comparison, onMerge?: (text: string) => void): EditorView {
  const original = Text.of(before.split('\n'));
  const doc = Text.of(after.split('\n'));
  let isFirst = true;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        look(),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': t('The text and what it differs in'), 'aria-readonly': 'true', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onMerge?.(state.doc.toString())),
        unifiedMergeView({
          original,
          mergeControls: onMerge ? takeTheirs : false,
          syntaxHighlightDeletions: false,
          collapseUnchanged: { margin: 2, minSize: 4 },
          diffConfig: {
            // Of the whole texts the changed lines are known; what is taken over is compared anew.
            override: (a, b) => {
              if (!isFirst) return presentableDiff(a, b, { scanLimit: 500 });
              isFirst = false;
              return characterChanges(original, doc, changes, a, b);
            },
          },
        }),
      ],
    }),
  });
}

/** The button beside the lines of the text before. Ours stay without a press. */
function takeTheirs(kind: 'reject' | 'accept', act: (event: MouseEvent) => void): HTMLElement {
  if (kind === 'accept') return document.createElement('span');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = t('Take theirs');
  button.onclick = (event) => {
    const content = button.closest<HTMLElement>('.cm-content');
    act(event);
    content?.focus();
  };
  return button;
}

/** The changed lines as changed characters: within small changes, the words that differ. */
function characterChanges(a: Text, b: Text, changes: readonly LineChange[], textA: string, textB: string): Change[] {
  return changes.flatMap((change, index) => {
    const [fromA, toA] = bounds(a, change.fromA, change.toA);
    const [fromB, toB] = bounds(b, change.fromB, change.toB);
    const length = toA - fromA + toB - fromB;
    const isPlain = change.fromA === change.toA || change.fromB === change.toB;
    if (isPlain || index >= MAX_REFINED || length > MAX_REFINED_LENGTH) return [new Change(fromA, toA, fromB, toB)];
    const inner = presentableDiff(textA.slice(fromA, toA), textB.slice(fromB, toB));
    return inner.map((one) => new Change(fromA + one.fromA, fromA + one.toA, fromB + one.fromB, fromB + one.toB));
  });
}

/** From the first character of a line to the first of another, or to the end of the text. */
function bounds(text: Text, from: number, to: number): [number, number] {
  const start = from < text.lines ? text.line(from + 1).from : text.length;
  return [start, to < text.lines ? text.line(to + 1).from : text.length];
}
