import { ApiError } from '@app/client';
import { parseTranscript } from '@app/subtitles';
import type { Context } from '../context.js';
import { episodeIdOf, nameOf, type EpisodeOptions } from '../episode.js';
import { explain } from '../explain.js';
import { Refused } from '../failures.js';
import { readText } from '../files.js';
import { findingOf } from '../finding.js';
import { compared } from '../plan.js';
import { counted } from '../terminal.js';
import { conditionOf, written, type Replacing } from './replacing.js';

const FILE_TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

export type PutTranscript = EpisodeOptions & Replacing & { readonly format?: 'srt' | 'vtt'; readonly dryRun?: boolean };

/**
 * `transcript put`: uploads a file; its defects are told with the lines of the file. The transcript that is there
 * already is no fault.
 */
export async function putTranscript(context: Context, file: string, options: PutTranscript): Promise<void> {
  const { format, dryRun, ifMatch, force, ...named } = options;
  nameOf(named);
  const content = await readText(file, context).catch((error: unknown) => {
    const { message, code } = findingOf(error); // like any other (contract 14.4)
    throw new Refused(message, { code });
  });
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const condition = dryRun && ifMatch === undefined ? {} : conditionOf({ ifMatch, force });
  try {
    const { data, response } = await client.PUT('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode }, query: dryRun ? { dry_run: true } : {} },
      headers: condition,
      body: { content, format },
    });
    const done = dryRun ? 'would be accepted' : response.status === 201 ? 'created' : 'replaced';
    context.answer(data, () => `${file}: ${done}, ${counted(data.data.segment_count, 'subtitle')}\n`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 422) throw new Refused(explain(error, file), { cause: error });
    const stored = error.status === 412 ? await storedAlready(context, episode, content) : undefined;
    if (stored === undefined) throw error;
    const data = { episode_id: episode, segment_count: stored };
    context.answer({ data }, () => `${file}: unchanged, ${counted(stored, 'subtitle')}\n`);
  }
}

/** The number of subtitles, when the episode has just this transcript. */
async function storedAlready(context: Context, id: string, content: string): Promise<number | undefined> {
  const outcome = parseTranscript(content);
  if (!outcome.ok) return undefined;
  const { action } = await compared(await context.client(), { id, transcript: { format: outcome.format } }, content);
  return action === 'unchanged' ? outcome.subtitles.length : undefined;
}

export type GetTranscript = EpisodeOptions & { readonly format: 'srt' | 'vtt' | 'json'; readonly output?: string };

export async function getTranscript(context: Context, { format, output, ...named }: GetTranscript): Promise<void> {
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const Accept = format === 'json' ? 'application/json' : FILE_TYPES[format];
  const answer = await client.GET('/api/v1/episodes/{episode}/transcript', {
    params: { path: { episode } },
    headers: { Accept },
    parseAs: 'text',
  });
  await written(context, output, answer);
}
