import { RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

/** Longer lines are not searched for timings. */
const MAX_TIMING_LINE = 200;

const timing = Decoration.line({ class: 'cm-timing' });

function timingLines(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (line.from > last && line.length <= MAX_TIMING_LINE && line.text.includes('-->')) builder.add(line.from, line.from, timing);
      last = line.from;
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Shows the timing lines that are in view in a colour of their own. */
const timings = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = timingLines(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = timingLines(update.view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Which lines are lit up: those of the subtitles that the audio is at. Numbers of first lines, and of the lines behind the last. */
type LitLines = readonly { readonly from: number; readonly to: number }[];

export const setLit = StateEffect.define<LitLines>();

const lit = Decoration.line({ class: 'cm-lit' });

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let present = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLit)) continue;
      const { doc } = transaction.state;
      const lines = new Set(effect.value.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)));
      const known = [...lines].filter((line) => line <= doc.lines).sort((a, b) => a - b);
      present = Decoration.set(known.map((line) => lit.range(doc.line(line).from)));
    }
    return present;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const marks: Extension = [timings, litLines];
