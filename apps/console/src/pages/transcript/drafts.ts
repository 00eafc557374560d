import { Drafts } from '../../parts/drafts.ts';

/** Text that was not uploaded yet. */
export type Draft = {
  readonly text: string;
  /** The stored transcript that it was made from: when that was uploaded, or null when there was none. */
  readonly revision: string | null;
};

export const transcriptDrafts = new Drafts<Draft>('transcript');
