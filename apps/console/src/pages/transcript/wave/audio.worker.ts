/** The worker's answer: the file, or why there is none. */
export type AudioReply = { readonly bytes: ArrayBuffer } | { readonly status: number | null };

/** The part of a worker's scope that is used; the library of web workers contradicts that of pages. */
type Scope = {
  onmessage: ((event: { readonly data: string }) => void) | null;
  readonly postMessage: (message: AudioReply, transfer?: Transferable[]) => void;
};

const scope = globalThis as unknown as Scope;

// It fetches from any host, which its own Content-Security-Policy allows and that of the page does not (apps/api/src/console.ts).
scope.onmessage = ({ data: url }) => {
  read(url).then(
    (reply) => scope.postMessage(reply, 'bytes' in reply ? [reply.bytes] : []),
    () => scope.postMessage({ status: null }),
  );
};

async function read(url: string): Promise<AudioReply> {
  const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  return answer.ok ? { bytes: await answer.arrayBuffer() } : { status: answer.status };
}
