import { useEffect, useState } from 'react';
import { useMay } from '../session/permissions.ts';

const SETTLED_AFTER_MS = 250;

/** A value once it has not changed for a moment: what is typed into a search is one request. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Has the browser ask before the page is left, while that would lose something. */
export function useAskToStay(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

/** Files that a user with permission drops anywhere, taken before the page refuses them (`main.ts`). */
export function useDroppedFiles(take: (files: readonly File[]) => void): void {
  const mayUpdate = useMay('update');
  useEffect(() => {
    if (!mayUpdate) return;
    const end = new AbortController();
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') take([...event.dataTransfer.files]);
    };
    for (const kind of ['dragover', 'drop'] as const) addEventListener(kind, onDrag, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [take, mayUpdate]);
}

/** Hands a file that the page has made to the browser's downloads. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may still be asking where to put it
}
