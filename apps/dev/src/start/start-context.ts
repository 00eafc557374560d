/** The state that the parts of one start share. */
export type StartContext = {
  /** Aborts when everything has to end. */
  readonly ending: AbortSignal;
  /** Ends the start with an error. */
  readonly fail: (error: unknown) => void;
  /** Registers what to do at the end, last registered first. `leftMs` tells how much time remains. */
  readonly onEnd: (step: (leftMs: () => number) => unknown) => void;
  readonly say: (line: string) => void;
};
