import type { Request } from './protocol.ts';
import { Reader } from './reader.ts';

/** The part of a worker's scope that is used; the library of web workers contradicts that of pages. */
type Scope = {
  onmessage: ((event: { readonly data: Request }) => void) | null;
  readonly postMessage: (message: unknown, transfer?: Transferable[]) => void;
};

const scope = globalThis as unknown as Scope;
const reader = new Reader((reply, transfer) => scope.postMessage(reply, transfer ?? []));
scope.onmessage = ({ data }) => reader.receive(data);
