import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, components } from '@app/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { Refused } from '../failures.js';
import { command, PODCAST } from '../program/options.js';
import { counted } from '../terminal.js';

export function addFeed(program: Command, context: Context): void {
  const example = `podcast feed refetch ${PODCAST}`;
  const feed = command(program, 'feed', 'the feed of a podcast that is hosted elsewhere', example);
  command(feed, 'refetch <podcast>', 'request a refetch of the feed', `${example} --wait`)
    .option('--wait', 'wait until the refetch has ended')
    .action((podcast: string, options: { wait?: boolean }) => refetch(context, podcast, options));
}

type Refetch = components['schemas']['RefetchResponse'];

/**
 * Seconds for which the API holds a request until the refetch has ended, and milliseconds to the next: a process that
 * drains answers at once.
 */
const WAIT_SECONDS = 30;
const PAUSE_MS = 500;
const TIMEOUT_MS = 3_600_000;

/** `feed refetch`: has the feed of a podcast read now. With `wait`, a refetch that is running already is waited for. */
async function refetch(context: Context, podcast: string, { wait }: { readonly wait?: boolean }): Promise<void> {
  const client = await context.client();
  const { ApiError } = await import('@app/client');
  const path = { podcast };
  const requested = await client.POST('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path } }).then(
    ({ data }) => data.data,
    (error: unknown) => {
      if (wait && error instanceof ApiError && error.has('refetch_in_progress')) return undefined;
      throw error;
    },
  );
  const latest = wait ? await ended(client, podcast) : requested;
  if (!latest) return;
  context.answer({ data: latest }, () => describe(latest));
  if (latest.status === 'failed') throw new Refused(`${latest.failure?.message} [${latest.failure?.code}]`);
}

async function ended(client: Client, podcast: string): Promise<Refetch> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(PAUSE_MS)) {
    const params = { path: { podcast }, query: { wait: WAIT_SECONDS } };
    const { data } = await client.GET('/api/v1/podcasts/{podcast}/rss-refetch', { params });
    if (data.data?.finished_at) return data.data;
  }
  throw new Refused('The refetch has not ended in an hour.');
}

function describe({ status, episodes_created, episodes_updated, stocks_matched }: Refetch): string {
  if (status === 'succeeded')
    return `succeeded: ${counted(episodes_created, 'new episode')}, ${episodes_updated} changed, ${counted(stocks_matched, 'video')} matched\n`;
  return `${status.replace('_', ' ')}\n`;
}
