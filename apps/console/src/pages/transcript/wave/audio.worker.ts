import { expose, transfer } from 'comlink';
import { peaksOf } from './peaks.ts';

/** The work on a whole audio file. */
export const audioReader = {
  /** It may fetch from any host, unlike the page by its Content-Security-Policy (apps/api/src/console.ts). */
  async read(url: string): Promise<ArrayBuffer | undefined> {
    const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!answer.ok) return undefined;
    const bytes = await answer.arrayBuffer();
    return transfer(bytes, [bytes]);
  },
  peaksOf,
};

expose(audioReader);
