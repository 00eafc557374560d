import { ApiError, type Client } from '@app/client';
import { parseTranscript, type TranscriptFormat } from '@app/subtitles';
import type { Episode } from './episode.js';
import { reportOn, type Finding } from './finding.js';
import { matchFiles, type MatchKey } from './matching.js';
import type { Terminal } from './terminal.js';

/** The plan for a file. */
export type Action = 'upload' | 'replace' | 'unchanged' | 'ambiguous' | 'unmatched' | 'defective';

export type PlanEntry = {
  readonly file: string;
  readonly action: Action;
  /** The episode that it matches; several when it is ambiguous. */
  readonly episodes: readonly Pick<Episode, 'id' | 'title'>[];
  readonly defects: readonly Finding[];
  /** The content of an upload: the text, and what must still be stored when it arrives. */
  readonly send?: { readonly content: string; readonly replaces: string | null };
};

/** Matches files with episodes, judges them, and compares those whose episode has a transcript. Changes nothing. */
export async function planOf(
  { client, stdin }: { readonly client: Client } & Pick<Terminal, 'stdin'>,
  files: readonly string[],
  { episodes, keys }: { readonly episodes: readonly Episode[]; readonly keys: readonly MatchKey[] },
): Promise<PlanEntry[]> {
  const entries: PlanEntry[] = [];
  for (const { file, episodes: found } of matchFiles(files, episodes, keys)) {
    const { ok, content, defects } = await reportOn(file, { stdin });
    const [episode] = found;
    const named = found.map(({ id, title }) => ({ id, title }));
    if (!ok || content === undefined) entries.push({ file, action: 'defective', episodes: named, defects });
    else if (!episode || found.length > 1)
      entries.push({ file, action: episode ? 'ambiguous' : 'unmatched', episodes: named, defects: [] });
    else entries.push({ file, episodes: named, defects: [], ...(await compared(client, episode, content)) });
  }
  return entries;
}

/** The transcript of an episode is known by its format until it is read. */
type Target = { readonly id: string; readonly transcript: { readonly format: TranscriptFormat } | null };

/** Whether the file would change what the episode has. */
export async function compared(client: Client, { id, transcript }: Target, content: string): Promise<Pick<PlanEntry, 'action' | 'send'>> {
  if (transcript === null) return { action: 'upload', send: { content, replaces: null } };
  const stored = await storedAs(client, id, transcript.format);
  if (stored === undefined) return { action: 'upload', send: { content, replaces: null } };
  if (isSame(content, stored.text, transcript.format)) return { action: 'unchanged' };
  return { action: 'replace', send: { content, replaces: stored.etag } };
}

const TYPES = { srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

async function storedAs(
  client: Client,
  episode: string,
  format: TranscriptFormat,
): Promise<{ readonly text: string; readonly etag: string } | undefined> {
  const params = { path: { episode } };
  const answer = client.GET('/api/v1/episodes/{episode}/transcript', { params, headers: { Accept: TYPES[format] }, parseAs: 'text' });
  return answer.then(
    ({ data, response }) => ({ text: data, etag: response.headers.get('ETag') ?? '*' }),
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined; // deleted since the list was read
      throw error;
    },
  );
}

/** Whether both files have the same subtitles, speakers and times. */
function isSame(content: string, stored: string, format: TranscriptFormat): boolean {
  const [ours, theirs] = [parseTranscript(content), parseTranscript(stored, format)];
  return ours.ok && theirs.ok && ours.format === theirs.format && JSON.stringify(ours.subtitles) === JSON.stringify(theirs.subtitles);
}
