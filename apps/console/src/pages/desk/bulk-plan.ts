import { ApiError } from '@app/client';
import { api, type Episode } from '../../api/api.ts';
import { isSearchable } from '../../api/episodes.ts';
import { onError } from '../../api/query-client.ts';
import { readTranscript } from '../transcript/files.ts';
import { LiveJudge } from '../transcript/judging/live-judge.ts';
import { readStored, upload } from '../transcript/stored.ts';
import { spawn } from '../transcript/use-editor.ts';
import { bulkFiles, updateFile, type BulkFile } from './bulk-files.ts';
import { matching, stemOf } from './bulk-matching.ts';
import { t } from '../../texts/language.ts';

type Change = Partial<BulkFile>;

const stopped = (told: string, change: Change = {}): Change => ({ ...change, state: 'stopped', told });

let isPlanning = false;

/** Matches and checks the new files, one after the other. @param known episodes that need not be asked for */
export async function plan(known: readonly Episode[]): Promise<void> {
  if (isPlanning) return;
  isPlanning = true;
  const judge = new LiveJudge({ spawn, onVerdict: () => undefined });
  const next = () => bulkFiles.get().find((one) => one.state === 'new');
  try {
    for (let one = next(); one; one = next()) {
      const own = known.filter(({ podcast_id: podcast }) => podcast === one.podcast);
      updateFile(one.key, await planned(judge, one, own).catch(failed));
    }
  } finally {
    isPlanning = false;
    judge.dispose();
  }
}

function failed(error: unknown): Change {
  onError(error as Error);
  return { state: 'failed', error: error as Error };
}

async function planned(judge: LiveJudge, { file, podcast, key }: BulkFile, known: readonly Episode[]): Promise<Change> {
  const read = await readTranscript(judge, file);
  if (typeof read === 'string') return stopped(read);
  const [episode, ...others] = await episodesFor(file.name, podcast, known);
  if (!episode) return stopped(t('No episode has this name as its GUID, audio file or title.'));
  if (others.length > 0) return stopped(t('{0|episode|episodes} have this name.', others.length + 1));
  if (bulkFiles.get().some((one) => one.key !== key && one.state !== 'stopped' && one.episode?.id === episode.id))
    return stopped(t('Another file is for the same episode.'), { episode });
  const { ok, after, repairs, defectCount } = await judge.run((reader) => reader.repair(read.text));
  if (!ok) return stopped(t('{0|defect|defects} that no repair mends.', defectCount), { episode });
  const sound = repairs.length === 0 ? read.text : after;
  const told = (plan: string) => (repairs.length === 0 ? plan : t('{0}, with {1|repair|repairs}', plan, repairs.length));
  if (!episode.transcript) return { state: 'ready', episode, text: sound, etag: null, told: told(t('Upload')) };
  const { format: as, segment_count: count } = episode.transcript;
  const { text: stored, etag } = await readStored(episode.id, as);
  const { changes } = await judge.run((reader) => reader.compare(sound, stored, as));
  if (changes.length === 0) return { state: 'same', episode, told: t('Stored already') };
  return { state: 'ready', episode, text: sound, etag, told: told(t('Replaces {0|subtitle|subtitles}', count)) };
}

/** By what is known, else by the guid, else by the words of the title: two requests at most. */
async function episodesFor(name: string, podcast: string, known: readonly Episode[]): Promise<readonly Episode[]> {
  const found = matching(name, known);
  if (found.length > 0) return found;
  const guid = stemOf(name);
  const words = guid.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').slice(0, 200);
  for (const query of [{ guid }, ...(isSearchable(words) ? [{ q: words, first: 100 }] : [])]) {
    const { data } = (await api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query } })).data;
    const matched = matching(name, data);
    if (matched.length > 0) return matched;
  }
  return [];
}

/** Uploads what is ready, one after the other; what was stored since the plan is not overwritten. */
export async function uploadAll(podcast: string): Promise<void> {
  const ready = bulkFiles.get().filter((one) => one.podcast === podcast && one.state === 'ready');
  for (const { key } of ready) updateFile(key, { state: 'uploading' });
  for (const { key, episode, text, etag } of ready) {
    if (!episode || text === undefined) continue;
    try {
      const count = await upload(episode.id, { content: text, etag: etag ?? null });
      updateFile(key, { state: 'uploaded', told: t('Uploaded: {0|subtitle|subtitles}', count) });
    } catch (error) {
      updateFile(key, failed(error));
      if (!(error instanceof ApiError) || error.status !== 401) continue;
      // No other one is sent without a token.
      for (const one of bulkFiles.get()) if (one.state === 'uploading') updateFile(one.key, { state: 'ready' });
      return;
    }
  }
}
