import { ApiError } from '@app/client';
import { take, type Context } from '../context.js';
import { episodesOf } from '../episode.js';
import { explain } from '../explain.js';
import { Refused } from '../failures.js';
import { lineOf, type ReportFormat } from '../finding.js';
import { MATCH_KEYS, type MatchKey } from '../matching.js';
import { planOf, type Action, type PlanEntry } from '../plan.js';
import { counted } from '../terminal.js';
import { filesIn } from './check.js';

export type BulkOptions = {
  readonly podcast: string;
  readonly match?: MatchKey;
  readonly plan?: boolean;
  readonly format: ReportFormat;
};

/** The action for a file, and whether it was carried out. */
type Done = Omit<PlanEntry, 'send'> & { readonly done: boolean; readonly error?: string };

/** The actions that keep the exit status from being 0. */
const OPEN: readonly Action[] = ['ambiguous', 'unmatched', 'defective'];

/**
 * `transcript put --match` and `backfill`: matches files with episodes, prints the plan, then uploads. Repeated, it
 * sends nothing.
 * @throws Refused when a file has no episode, several or defects, or an upload was refused; the others are uploaded all
 * the same
 */
export async function putMany(context: Context, named: readonly string[], options: BulkOptions): Promise<void> {
  const { podcast, match, plan: isPlanOnly = false, format } = options;
  const files = await filesIn(named);
  const client = await context.client();
  const episodes = await take(episodesOf(client, podcast));
  const keys = match === undefined ? MATCH_KEYS : [match];
  const plan = await planOf({ client, stdin: context.stdin }, files, { episodes, keys });
  if (!context.isJson()) context.out(plan.map((entry) => planned(context, entry, format)).join(''));
  const results: Done[] = [];
  for (const entry of plan) results.push(isPlanOnly ? resultOf(entry, false) : await apply(context, entry));
  context.answer({ data: results }, () => summary(results, isPlanOnly));
  const open = results.filter(({ action, error }) => OPEN.includes(action) || error !== undefined);
  if (open.length > 0) throw new Refused(`${counted(open.length, 'file')} of ${results.length} could not be matched or uploaded.`);
}

async function apply(context: Context, entry: PlanEntry): Promise<Done> {
  const { send, file, episodes } = entry;
  const [episode] = episodes;
  if (!send || !episode) return resultOf(entry, entry.action === 'unchanged');
  const client = await context.client();
  // Nobody's work is overwritten that the plan has not seen.
  const headers = send.replaces === null ? { 'If-None-Match': '*' } : { 'If-Match': send.replaces };
  try {
    const params = { path: { episode: episode.id } };
    await client.PUT('/api/v1/episodes/{episode}/transcript', { params, headers, body: { content: send.content } });
    context.err(`${file}: ${entry.action === 'upload' ? 'uploaded' : 'replaced'}\n`);
    return resultOf(entry, true);
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404, 409, 412, 422].includes(error.status)) throw error;
    const words = explain(error, file);
    context.err(`${file}: ${words}\n`);
    return { ...resultOf(entry, false), error: words };
  }
}

function resultOf({ send: _, ...entry }: PlanEntry, done: boolean): Done {
  return { ...entry, done };
}

function planned(context: Context, { file, action, episodes, defects }: PlanEntry, format: ReportFormat): string {
  if (action === 'defective') return defects.map((defect) => `${lineOf(context, file, defect, format)}\n`).join('');
  const names = episodes.map(({ id, title }) => `${id} ${JSON.stringify(title)}`).join(', ');
  const message = action === 'unmatched' ? 'no episode has this name' : names;
  if (format === 'github' && OPEN.includes(action))
    return `${lineOf(context, file, { field: 'content', line: null, subtitle: null, code: action, message }, format)}\n`;
  return `${action.padEnd(9)}  ${file}  ${message}\n`;
}

function summary(results: readonly Done[], isPlanOnly: boolean): string {
  const counts = new Map<Action, number>();
  for (const { action } of results) counts.set(action, (counts.get(action) ?? 0) + 1);
  const words = [...counts].map(([action, count]) => `${count} ${action}`).join(', ');
  return `${isPlanOnly ? 'plan: ' : ''}${words}\n`;
}
