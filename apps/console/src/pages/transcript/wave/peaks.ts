export const BARS_PER_SECOND = 50;

/** How loud each fiftieth of a second is, from 0 to 255. */
export function peaksOf(samples: Float32Array, rate: number): Uint8Array {
  const each = rate / BARS_PER_SECOND;
  return Uint8Array.from({ length: Math.ceil(samples.length / each) }, (_, bar) => {
    let most = 0;
    const end = Math.min(samples.length, Math.floor((bar + 1) * each));
    for (let at = Math.floor(bar * each); at < end; at++) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return Math.round(Math.min(1, most) * 255);
  });
}

/** The seconds that are shown: a subtitle with some room, at least ten of them. */
export function windowAround(startSeconds: number, endSeconds: number): { readonly from: number; readonly to: number } {
  const length = Math.max(10, (endSeconds - startSeconds) * 1.5);
  const from = Math.max(0, (startSeconds + endSeconds - length) / 2);
  return { from, to: from + length };
}
