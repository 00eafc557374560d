/** The changes that a repair can make to a file. */
type ChangeCode =
  | 'decoded'
  | 'signature_added'
  | 'format_corrected'
  | 'time_rewritten'
  | 'time_filled'
  | 'times_swapped'
  | 'times_moved'
  | 'times_merged'
  | 'blank_lines_removed'
  | 'blank_line_added'
  | 'index_removed'
  | 'index_rewritten'
  | 'files_taken_apart'
  | 'arrow_escaped'
  | 'speakers_separated';

/** One change, at its line in the file that was given. */
export type Change = { readonly code: ChangeCode; readonly line: number; readonly message: string };
