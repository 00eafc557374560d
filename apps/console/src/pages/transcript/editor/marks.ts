import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

const times = new MatchDecorator({
  regexp: /[\d:.,]{1,20}[ \t]{1,10}-->[ \t]{1,10}[\d:.,]{1,20}/g,
  decoration: Decoration.mark({ class: 'cm-timing' }),
});

/** Shows the times that are in view in a colour of their own. */
const timings = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = times.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = times.updateDeco(update, this.decorations);
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
