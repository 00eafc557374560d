/** An upload that was begun in this browser, by its file. It holds no token: the next user of the browser owns other uploads. */
type Noted = { readonly id: string; readonly title: string; readonly guid: string };

const PREFIX = 'podcast-automation.upload:';

type Named = { readonly name: string; readonly size: number; readonly lastModified: number };

const keyOf = (podcast: string, { name, size, lastModified }: Named) => `${PREFIX}${podcast}:${size}:${lastModified}:${name}`;

export function noteUpload(podcast: string, file: Named, noted: Noted): void {
  localStorage.setItem(keyOf(podcast, file), JSON.stringify(noted));
}

export function notedUpload(podcast: string, file: Named): Noted | undefined {
  try {
    const noted = JSON.parse(localStorage.getItem(keyOf(podcast, file)) ?? 'null') as Noted | null;
    return typeof noted?.id === 'string' ? noted : undefined;
  } catch {
    return undefined;
  }
}

export function forgetUpload(podcast: string, file: Named): void {
  localStorage.removeItem(keyOf(podcast, file));
}
