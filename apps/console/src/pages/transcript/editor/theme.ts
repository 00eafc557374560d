import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { translated } from '../../../texts/language.ts';

/** The editor in the console's tokens, which follow the scheme by themselves. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--sheet)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: '2px solid var(--action)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overscrollBehavior: 'contain' },
  '.cm-content': { caretColor: 'var(--ink)', padding: 'var(--gap-2) 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--ink-soft)', backgroundColor: 'var(--sheet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--sunken) 60%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--ink)', backgroundColor: 'var(--sunken)' },
  '.cm-timing': { color: 'var(--action)', fontVariantNumeric: 'tabular-nums' },
  '.cm-lit': { backgroundColor: 'var(--spoken-wash)', boxShadow: 'inset 3px 0 0 var(--spoken)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-wash)', outline: '1px solid var(--warn)' },
  '.cm-selectionMatch, .cm-searchMatch-selected': { backgroundColor: 'var(--action-wash)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--sunken)', fontFamily: 'var(--sans)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: 'var(--gap-2)', fontSize: 'var(--text-s)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-s)', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', fontSize: 'var(--text-l)', padding: '0 var(--gap-2)' },
  '.cm-textfield': { color: 'var(--ink)', backgroundColor: 'var(--sheet)', border: '1px solid var(--line-strong)', minHeight: '0' },
  '.cm-button, & .cm-deletedChunk .cm-chunkButtons button': {
    padding: '0 var(--gap-2)',
    color: 'var(--ink)',
    background: 'var(--sheet)',
    border: '1px solid var(--line-strong)',
    fontFamily: 'var(--sans)',
  },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--sheet)', border: '1px solid var(--line-strong)' },
  '.cm-diagnostic': { overflowWrap: 'anywhere', maxWidth: '40rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  // CodeMirror's own marks are data: images, which the Content-Security-Policy refuses.
  '.cm-lint-marker-error': { content: '""', width: '0.75em', height: '0.75em', borderRadius: '50%', backgroundColor: 'var(--bad)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '0.2em' },
  '.cm-collapsedLines': { color: 'var(--ink-soft)', background: 'var(--sunken)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···"' },
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-wash)' },
  '&.cm-merge-b .cm-changedText, .cm-changedText': { background: 'color-mix(in oklab, var(--good) 30%, transparent)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-wash)', color: 'var(--ink)', paddingLeft: '6px' },
  '& .cm-deletedChunk .cm-chunkButtons': { position: 'static' },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText': { background: 'color-mix(in oklab, var(--bad) 30%, transparent)' },
});

/** A text as every view of one shows it. */
export function look(): Extension {
  // The style sheets that CodeMirror adds are allowed by the nonce of this page.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  return [
    EditorView.cspNonce.of(nonce),
    theme,
    lineNumbers(),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorState.phrases.of(translated),
    EditorView.perLineTextDirection.of(true),
  ];
}
