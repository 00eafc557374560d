import { parseTranscript, retime, retimeChapters, toSrt, toVtt, wrongEdit, type Edit } from '@app/subtitles';
import type { Context } from '../context.js';
import { episodeIdOf, nameOf, type EpisodeOptions } from '../episode.js';
import { Refused, UsageError } from '../failures.js';
import { jsonIn, readText, writeText } from '../files.js';
import { lineOf } from '../finding.js';
import { counted } from '../terminal.js';

export type RetimeOptions = EpisodeOptions & { readonly output?: string; readonly inPlace?: boolean; readonly dryRun?: boolean };

type Counts = { readonly kept: number; readonly removed: number; readonly what: 'subtitle' | 'chapter' };
type Moved = Counts & { readonly content: string };

/** The edits of the options, or those of a JSON file. @throws UsageError when one is wrong, as the API judges them */
export async function editsOf(context: Context, given: readonly Edit[], list: string | undefined): Promise<readonly Edit[]> {
  if (given.length > 0 === (list !== undefined)) throw new UsageError('Give the edits by --insert and --cut, or by --edits.');
  const edits = list === undefined ? given : editsIn(await readText(list, context), list);
  const wrong = wrongEdit(edits);
  if (wrong === undefined) return edits;
  throw new UsageError(`Edit ${wrong + 1} is wrong: at most 500, each with a length, in their order, not overlapping.`);
}

function editsIn(text: string, file: string): Edit[] {
  const json = jsonIn(text, file) as Edit[] | { readonly edits?: Edit[] } | null;
  const edits = Array.isArray(json) ? json : json?.edits;
  if (!Array.isArray(edits)) throw new UsageError(`${file} has no list of edits.`);
  return edits;
}

/** Transcript and chapters of an episode, by the API. */
export async function retimeEpisode(context: Context, edits: readonly Edit[], options: RetimeOptions): Promise<void> {
  const { output, inPlace, dryRun, ...named } = options;
  if (output !== undefined || inPlace) throw new UsageError('--output and --in-place need a file.');
  nameOf(named);
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const { data } = await client.POST('/api/v1/episodes/{episode}/retime', {
    params: { path: { episode }, query: dryRun ? { dry_run: true } : {} },
    body: { edits: [...edits] },
  });
  const { segment_count, segments_removed, chapter_count, chapters_removed } = data.data;
  const counts: Counts[] = [
    { what: 'subtitle', kept: segment_count, removed: segments_removed },
    { what: 'chapter', kept: chapter_count, removed: chapters_removed },
  ];
  context.answer(data, () => `${dryRun ? 'would be moved' : 'moved'}: ${counts.map(inWords).join(', ')}\n`);
}

/** A transcript, or chapters as JSON, without the API. @throws Refused when it has defects, or nothing is left */
export async function retimeFile(context: Context, edits: readonly Edit[], options: RetimeOptions & { file: string }): Promise<void> {
  const { file, output, inPlace, dryRun, episode, podcast, guid, title } = options;
  if (dryRun ?? episode ?? podcast ?? guid ?? title)
    throw new UsageError('A file is moved without the API: name no episode, and no --dry-run.');
  if (inPlace && (output !== undefined || file === '-')) throw new UsageError('--in-place needs a file, and no --output.');
  const text = await readText(file, context);
  const { content, ...counts } = /^\ufeff?\s*\{/.test(text)
    ? movedChapters(text, file, edits)
    : movedTranscript(context, { text, file }, edits);
  const target = inPlace ? file : output;
  const isShown = target === undefined || target === '-';
  if (!context.isJson() || !isShown) await writeText(target, content, context);
  context.err(`${file}: ${inWords(counts)}\n`);
  if (context.isJson()) context.answer({ file, ...asApi(counts), ...(isShown ? { content } : {}) }, () => '');
}

function asApi({ what, kept, removed }: Counts): object {
  return what === 'chapter' ? { chapter_count: kept, chapters_removed: removed } : { segment_count: kept, segments_removed: removed };
}

function inWords({ what, kept, removed }: Counts): string {
  return removed === 0 ? counted(kept, what) : `${counted(kept, what)} (${removed} removed)`;
}

function movedTranscript(context: Context, { text, file }: { text: string; file: string }, edits: readonly Edit[]): Moved {
  const outcome = parseTranscript(text);
  if (!outcome.ok) {
    for (const defect of outcome.defects) context.err(`${lineOf(context, file, defect, 'text')}\n`);
    throw new Refused(`${file} has defects; podcast transcript fix repairs what can be repaired.`);
  }
  const { subtitles, format } = outcome;
  const moved = retime(subtitles, edits);
  if (moved.length === 0) throw new Refused(`No subtitle of ${file} would be left.`);
  const content = format === 'vtt' ? toVtt(moved) : toSrt(moved, 'srt');
  return { what: 'subtitle', kept: moved.length, removed: subtitles.length - moved.length, content };
}

type Chapter = { readonly startTime: number; readonly endTime?: number; readonly toc?: boolean };

function movedChapters(text: string, file: string, edits: readonly Edit[]): Moved {
  const document = jsonIn(text.replace(/^\ufeff/, ''), file) as { readonly chapters?: readonly Chapter[] };
  const { chapters } = document;
  if (!Array.isArray(chapters) || !chapters.every((one: Partial<Chapter> | null) => Number.isFinite(one?.startTime)))
    throw new Refused(`${file} is neither a transcript nor a chapters document.`);
  // JSON leaves out an end that goes.
  const moved = retimeChapters(chapters as readonly Chapter[], edits).map((one) => ({ ...one, endTime: one.endTime ?? undefined }));
  const content = `${JSON.stringify({ ...document, chapters: moved }, null, 2)}\n`;
  return { what: 'chapter', kept: moved.length, removed: chapters.length - moved.length, content };
}
