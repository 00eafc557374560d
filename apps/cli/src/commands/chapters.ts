import { ApiError, type components } from '@app/client';
import { readChapterLines } from '@app/subtitles';
import type { Context } from '../context.js';
import { episodeIdOf, nameOf, type EpisodeOptions } from '../episode.js';
import { jsonIn, readText } from '../files.js';
import { counted } from '../terminal.js';
import { conditionOf, written, type Replacing } from './replacing.js';

type Chapters = components['schemas']['ChaptersDocument'];

const TYPES = {
  json: 'application/json',
  text: 'text/plain',
  podlove: 'application/xml',
  ffmetadata: 'application/x-ffmetadata',
  vtt: 'text/vtt',
} as const;
export type ChaptersForm = keyof typeof TYPES;

/** How a file begins, by its form; lines of a time and a title begin with none of these, but may with `[`. */
const BEGINNINGS = { json: /^\{/, podlove: /^</, ffmetadata: /^;FFMETADATA/, vtt: /^WEBVTT/ } as const;

export type PutChapters = EpisodeOptions & Replacing & { readonly format?: ChaptersForm };

/** `chapters put`: the chapters that are there already are no fault. */
export async function putChapters(context: Context, file: string, { format, ifMatch, force, ...named }: PutChapters): Promise<void> {
  nameOf(named);
  const text = (await readText(file, context)).replace(/^\ufeff/, '');
  const form = format ?? formOf(text, file);
  const body = form === 'json' ? (jsonIn(text, file) as Chapters) : text;
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const params = { path: { episode } };
  try {
    const headers = { 'Content-Type': TYPES[form], ...conditionOf({ ifMatch, force }) };
    const { data, response } = await client.PUT('/api/v1/episodes/{episode}/chapters', { params, headers, body });
    const done = response.status === 201 ? 'created' : 'replaced';
    context.answer(data, () => `${file}: ${done}, ${counted(data.data.chapter_count, 'chapter')}\n`);
  } catch (error) {
    // The API alone reads other forms.
    const given = typeof body !== 'string' ? body : form === 'text' ? readChapterLines(body) : {};
    const { chapters: ours, unread = [] }: { chapters?: unknown; unread?: readonly number[] } = given;
    const isTold = !(error instanceof ApiError && error.status === 412) || ifMatch !== undefined || unread.length > 0;
    if (isTold || !Array.isArray(ours)) throw error;
    const { chapters } = (await client.GET('/api/v1/episodes/{episode}/chapters', { params })).data.data;
    if (saidBy(ours) !== saidBy(chapters)) throw error;
    const data = { episode_id: episode, chapter_count: chapters.length };
    context.answer({ data }, () => `${file}: unchanged, ${counted(chapters.length, 'chapter')}\n`);
  }
}

/** The content of chapters, however their keys are ordered. A key that the API does not store makes them differ. */
function saidBy(chapters: readonly unknown[]): string {
  const said = (one: unknown) => Object.entries(one ?? {}).filter(([, value]) => value !== null && value !== '').sort(); // prettier-ignore
  return JSON.stringify(chapters.map(said));
}

function formOf(text: string, file: string): ChaptersForm {
  const begin = text.trimStart();
  const found = (Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]).find((form) => BEGINNINGS[form].test(begin));
  return found ?? (/\.json$/i.test(file) ? 'json' : 'text');
}

export type GetChapters = EpisodeOptions & { readonly format?: 'json' | 'text' | 'podlove'; readonly output?: string };

/** `chapters get`: in the form that is asked for, else by the ending of the file. */
export async function getChapters(context: Context, { format, output, ...named }: GetChapters): Promise<void> {
  const client = await context.client();
  const episode = await episodeIdOf(context, named);
  const form = format ?? ({ txt: 'text', xml: 'podlove' } as const)[output?.split('.').at(-1) as 'txt'] ?? 'json';
  const params = { path: { episode } };
  if (form !== 'json') {
    const headers = { Accept: TYPES[form] };
    return written(context, output, await client.GET('/api/v1/episodes/{episode}/chapters', { params, headers, parseAs: 'text' }));
  }
  const { data, response } = await client.GET('/api/v1/episodes/{episode}/chapters', { params });
  const document = { version: '1.2.0', chapters: data.data.chapters };
  await written(context, output, { data: `${JSON.stringify(document, null, 2)}\n`, response });
}
