import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { diagnosticCount, lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState, Transaction, type Extension, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, type ViewUpdate } from '@codemirror/view';
import type { TranscriptFormat } from '@app/subtitles';
import { cueOfLine, cuesAt, type CueTable } from '../judging/cue-table.ts';
import { findingsOf, type Finding } from '../judging/diagnostics.ts';
import { LiveJudge, type Judgement, type Spawn } from '../judging/live-judge.ts';
import { readCue, type CueText, type Splice } from '../cues/cue-edits.ts';
import { Store } from '../../../parts/store.ts';
import { marks, setLit } from './marks.ts';
import { look } from './theme.ts';
import { t } from '../../../texts/language.ts';

/** The facts about the edited text that the page shows. */
export type EditorSummary = {
  /** Whether there is a verdict: of all that was typed, but for the last moment. */
  readonly isJudged: boolean;
  /** Whether there is a judge: false once its worker has failed. */
  readonly isAlive: boolean;
  readonly isDirty: boolean;
  readonly isEmpty: boolean;
  readonly format: TranscriptFormat;
  readonly subtitles: number;
  /** The subtitle at the cursor. */
  readonly cue: number | undefined;
  readonly findings: readonly Finding[];
  /** All defects; `findings` has the first 100. */
  readonly defectCount: number;
};

type EditorOptions = {
  readonly parent: HTMLElement;
  /** The text to begin with, and the one that is stored. */
  readonly text: string;
  readonly stored: string;
  /** When the stored one was uploaded; null when there is none. */
  readonly revision: string | null;
  readonly isReadOnly: boolean;
  readonly spawn: Spawn;
  /** Called at each change of the text, of which the summary says nothing new. */
  readonly onEdit: () => void;
  readonly onSeek: (seconds: number) => void;
  readonly onPlay: (seconds: number) => void;
};

const UNJUDGED = { isJudged: false, isAlive: true, format: 'vtt', subtitles: 0, cue: undefined, findings: [], defectCount: 0 } as const;

/** Most characters of a caption. */
const MAX_CAPTION = 500;

/** CodeMirror with the judge behind it. React only reads its summary and calls its methods. */
export class TranscriptEditor {
  readonly view: EditorView;
  readonly judge: LiveJudge;
  /** The stored transcript that the text was made from. */
  revision: string | null;
  private cues: CueTable | undefined;
  private stored: Text;
  /** The facts that the page follows. */
  readonly facts: Store<EditorSummary>;
  /** Lines of the text that `cues` are of. */
  private judgedLines = 0;
  private litKey = '';
  private caption = '';

  constructor(private readonly options: EditorOptions) {
    this.stored = textOf(options.stored);
    this.revision = options.revision;
    this.judge = new LiveJudge({
      spawn: options.spawn,
      onVerdict: (judgement) => this.take(judgement),
      onFailure: () => this.set({ isAlive: false, isJudged: false }),
    });
    // One text where they are equal, so that comparing them takes no time.
    const doc = options.text === options.stored ? this.stored : textOf(options.text);
    const state = EditorState.create({ doc, extensions: this.extensions() });
    this.facts = new Store<EditorSummary>({ ...UNJUDGED, isDirty: !state.doc.eq(this.stored), isEmpty: state.doc.length === 0 });
    this.view = new EditorView({ state, parent: options.parent });
    this.judge.open(state.doc);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get summary(): EditorSummary {
    return this.facts.get();
  }

  dispose(): void {
    this.judge.dispose();
    this.view.destroy();
  }

  /** Puts a text in place of the whole, as one step that can be undone. */
  replace(text: string): void {
    const { doc, selection } = this.view.state;
    const insert = textOf(text);
    const anchor = Math.min(selection.main.head, insert.length);
    this.view.dispatch({
      changes: { from: 0, to: doc.length, insert },
      selection: { anchor },
      annotations: Transaction.userEvent.of('input.replace'),
    });
  }

  /** Makes several replacements as one step that can be undone. */
  splice(splices: readonly Splice[]): void {
    this.view.dispatch({ changes: [...splices], annotations: Transaction.userEvent.of('input.replace') });
  }

  /** The text that was uploaded is the stored one from now on. */
  markStored(text: string, revision: string | null): void {
    this.stored = textOf(text);
    this.revision = revision;
    this.set({ isDirty: !this.view.state.doc.eq(this.stored) });
  }

  /** The subtitles of the present text; undefined while their lines are not known. */
  get cueText(): CueText | undefined {
    const { doc } = this.view.state;
    return this.cues && this.judgedLines === doc.lines ? { doc, cues: this.cues, format: this.summary.format } : undefined;
  }

  /** Puts the cursor on a subtitle, and leaves the focus where it is. */
  selectCue(cue: number): void {
    const line = this.cueText?.cues.lines[cue];
    if (line !== undefined) this.moveTo(line);
  }

  goToLine(line: number): void {
    this.moveTo(Math.min(Math.max(1, line), this.view.state.doc.lines));
    this.view.focus();
  }

  private moveTo(line: number): void {
    const { from } = this.view.state.doc.line(line);
    this.view.dispatch({ selection: EditorSelection.cursor(from), effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }

  /** Lights up the subtitles at a time. @returns their words, for a caption */
  lightUp(seconds: number, follows: boolean): string {
    const text = this.cueText;
    if (!text) return this.caption; // until the next verdict
    const { doc } = text;
    const found = cuesAt(text.cues, Math.round(seconds * 1000)).flatMap((cue) => readCue(text, cue) ?? []);
    const key = found.map(({ from }) => from).join();
    if (key !== this.litKey) {
      this.litKey = key;
      const lines = found.flatMap(({ from, wordsTo }) => {
        const first = doc.lineAt(from).number;
        return Array.from({ length: doc.lineAt(wordsTo).number - first + 1 }, (_, at) => doc.line(first + at).from);
      });
      const scroll = found[0] && follows ? [EditorView.scrollIntoView(found[0].from, { y: 'nearest', yMargin: 80 })] : [];
      this.view.dispatch({ effects: [setLit.of(lines), ...scroll] });
    }
    const lines = found.map(({ speaker, words }) => (speaker === null ? words : `${speaker}: ${words}`));
    return (this.caption = lines.join('\n').slice(0, MAX_CAPTION));
  }

  /** When the subtitle at a place begins, in seconds; at the cursor unless another one is given. */
  startAt(position?: number): number | undefined {
    const start = this.cues?.starts[this.cueAt(position) ?? -1];
    return start === undefined ? undefined : start / 1000;
  }

  private cueAt(position = this.view.state.selection.main.head): number | undefined {
    return this.cues && cueOfLine(this.cues, this.view.state.doc.lineAt(position).number);
  }

  private extensions(): Extension {
    const { isReadOnly } = this.options;
    return [
      look(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches({ maxMatches: 200 }),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        'aria-label': t('Transcript text'),
        'aria-readonly': String(isReadOnly),
        'aria-describedby': 'transcript-state',
        spellcheck: 'false',
        tabindex: '0', // as it is anyway; accessibility checkers do not know
      }),
      search({ top: true }),
      marks,
      keymap.of([
        { key: 'Mod-Enter', run: () => this.playAtCursor() },
        ...searchKeymap,
        ...historyKeymap,
        ...lintKeymap,
        // Tab leaves the editor, as it leaves every other field.
        ...defaultKeymap,
      ]),
      EditorView.domEventHandlers({ click: (event, view) => this.seekToClick(event, view) }),
      EditorView.updateListener.of((update) => this.follow(update)),
    ];
  }

  private follow(update: ViewUpdate): void {
    if (update.selectionSet && !update.docChanged && this.cueAt() !== this.summary.cue) this.set({ cue: this.cueAt() });
    if (!update.docChanged) return;
    const isEmpty = update.state.doc.length === 0;
    const { isDirty, isEmpty: wasEmpty } = this.summary;
    // The verdict tells the page all the rest: rendering it twice a key is felt at 20,000 subtitles.
    if (!isDirty || isEmpty !== wasEmpty) this.set({ isDirty: true, isEmpty });
    this.options.onEdit();
    this.judge.change(update.changes, update.state.doc);
  }

  private take(judgement: Judgement): void {
    const { doc } = this.view.state;
    const isEmpty = doc.length === 0; // nothing to upload, and no defect
    const findings = isEmpty ? [] : findingsOf(judgement, doc);
    this.cues = judgement.cues;
    this.judgedLines = judgement.text.lines;
    this.litKey = '';
    this.set({
      isJudged: true,
      isAlive: true,
      isDirty: !doc.eq(this.stored),
      isEmpty,
      format: judgement.format,
      subtitles: judgement.cues.lines.length,
      cue: this.cueAt(),
      findings,
      defectCount: isEmpty ? 0 : judgement.defectCount,
    });
    this.paint(findings, doc);
  }

  private paint(findings: readonly Finding[], doc: Text): void {
    if (findings.length === 0 && diagnosticCount(this.view.state) === 0) return;
    const shown = findings.filter(({ from }) => from !== null && from <= doc.length);
    const diagnostics = shown.map(({ code, message, from, to }): Diagnostic => {
      return { from: from ?? 0, to: Math.min(to ?? 0, doc.length), severity: 'error', source: code, message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  private seekToClick(event: MouseEvent, view: EditorView): boolean {
    if (!view.state.selection.main.empty || event.detail !== 1) return false;
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const start = position === null ? undefined : this.startAt(position);
    if (start !== undefined) this.options.onSeek(start);
    return false;
  }

  private playAtCursor(): boolean {
    const start = this.startAt();
    if (start !== undefined) this.options.onPlay(start);
    return true;
  }

  private set(change: Partial<EditorSummary>): void {
    this.facts.set({ ...this.summary, ...change });
  }
}

function textOf(text: string): Text {
  return EditorState.create({ doc: text }).doc;
}
