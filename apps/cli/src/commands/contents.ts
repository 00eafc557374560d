import { ApiError, type components } from '@app/client';
import type { Context } from '../context.js';
import { episodeIdOf, nameOf, type EpisodeOptions } from '../episode.js';
import { explain } from '../explain.js';
import { Refused } from '../failures.js';
import { readText, writeText } from '../files.js';
import { counted } from '../terminal.js';

type Chapters = components['schemas']['ChaptersDocument'];

const FILE_TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

export type PutTranscript = EpisodeOptions & { readonly format?: 'srt' | 'vtt'; readonly dryRun?: boolean };

/** `transcript put`: uploads a file; its defects are told with the lines of the file. */
export async function putTranscript(context: Context, file: string, { format, dryRun, ...named }: PutTranscript): Promise<void> {
  nameOf(named);
  const content = await readText(file, context);
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  try {
    const { data, response } = await client.PUT('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode }, query: dryRun ? { dry_run: true } : {} },
      body: { content, format },
    });
    const done = dryRun ? 'would be accepted' : response.status === 201 ? 'created' : 'replaced';
    context.answer(data, () => `${file}: ${done}, ${counted(data.data.segment_count, 'subtitle')}\n`);
  } catch (error) {
    throw error instanceof ApiError && error.status === 422 ? new Refused(explain(error, file)) : error;
  }
}

export type GetTranscript = EpisodeOptions & { readonly format: 'srt' | 'vtt' | 'json'; readonly output?: string };

export async function getTranscript(context: Context, { format, output, ...named }: GetTranscript): Promise<void> {
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const Accept = format === 'json' ? 'application/json' : FILE_TYPES[format];
  const { data } = await client.GET('/api/v1/episodes/{episode}/transcript', {
    params: { path: { episode } },
    headers: { Accept },
    parseAs: 'text',
  });
  await written(context, output, data);
}

export async function putChapters(context: Context, file: string, named: EpisodeOptions): Promise<void> {
  nameOf(named);
  const text = await readText(file, context);
  let body: Chapters;
  try {
    body = JSON.parse(text) as Chapters;
  } catch (error) {
    throw new Refused(`${file} is not JSON: ${(error as Error).message}`);
  }
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const { data, response } = await client.PUT('/api/v1/episodes/{episode}/chapters', { params: { path: { episode } }, body });
  context.answer(
    data,
    () => `${file}: ${response.status === 201 ? 'created' : 'replaced'}, ${counted(data.data.chapter_count, 'chapter')}\n`,
  );
}

export async function getChapters(context: Context, { output, ...named }: EpisodeOptions & { readonly output?: string }): Promise<void> {
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const { data } = await client.GET('/api/v1/episodes/{episode}/chapters', { params: { path: { episode } } });
  await written(context, output, `${JSON.stringify({ version: '1.2.0', chapters: data.data.chapters }, null, 2)}\n`);
}

/** With --json the answer names the file; what goes to stdout is JSON itself. */
async function written(context: Context, output: string | undefined, text: string): Promise<void> {
  await writeText(output, text, context);
  if (context.isJson() && output !== undefined && output !== '-') context.answer({ file: output }, () => '');
}
