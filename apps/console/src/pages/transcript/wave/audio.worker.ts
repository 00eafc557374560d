/** What the worker answers: the file, or why there is none. */
export type AudioReply = { readonly bytes: ArrayBuffer } | { readonly status: number | null };

/** The part of a worker's scope that is used; the library of web workers contradicts that of pages. */
type Scope = {
  onmessage: ((event: { readonly data: string }) => void) | null;
  readonly postMessage: (message: AudioReply, transfer?: Transferable[]) => void;
};

const scope = globalThis as unknown as Scope;

// It fetches from any host, which its own Content-Security-Policy allows and that of the page does not (apps/api/src/console.ts).
scope.onmessage = async ({ data: url }) => {
  try {
    const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!answer.ok) return scope.postMessage({ status: answer.status });
    const bytes = await answer.arrayBuffer();
    scope.postMessage({ bytes }, [bytes]);
  } catch {
    scope.postMessage({ status: null });
  }
};
