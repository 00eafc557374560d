/** The package has no types. */
declare module 'accepts' {
  import type { IncomingMessage } from 'node:http';

  /** `encodings` gives that of the client's choice; false when it takes none of them. */
  function accepts(request: Pick<IncomingMessage, 'headers'>): { encodings<E extends string>(encodings: readonly E[]): E | false };
  export = accepts;
}
