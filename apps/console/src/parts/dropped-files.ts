import { useEffect } from 'react';
import { useMay } from '../session/permissions.ts';

/** Files that are dropped anywhere on the page by somebody who may change something. They are taken before the page refuses them (`main.ts`). */
export function useDroppedFiles(take: (files: readonly File[]) => void): void {
  const mayUpdate = useMay('update');
  useEffect(() => {
    if (!mayUpdate) return;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    addEventListener('dragover', (event) => isOfFiles(event) && event.preventDefault(), options);
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('drop', drop, options);
    return () => end.abort();
  }, [take, mayUpdate]);
}
