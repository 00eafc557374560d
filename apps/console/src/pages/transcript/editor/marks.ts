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

/** Lights up lines: those of the subtitles that the audio is at. Each is told by where it begins. */
export const setLit = StateEffect.define<readonly number[]>();

const lit = Decoration.line({ class: 'cm-lit' });

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    const set = effects.findLast((effect) => effect.is(setLit));
    return set
      ? Decoration.set(
          set.value.map((at) => lit.range(at)),
          true,
        )
      : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const marks: Extension = [timings, litLines];
