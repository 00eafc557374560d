import type { Client, components } from '@app/client';
import type { Command } from 'commander';
import { changeConfig, connectionOf, originOf, readConfig, type Config } from '../config.js';
import type { Context } from '../context.js';
import { command, several } from '../program/options.js';

export function addEvents(program: Command, context: Context): void {
  const following = 'podcast events --follow --type video_stock.matched,episode.published';
  command(program, 'events', 'list your events of the last 30 days, or follow them as they come', following)
    .option('--follow', 'one JSON line an event, from where it last stopped, until it is ended')
    .option('--type <types>', 'only events of these types, separated by commas', several)
    .option('--podcast <id>', 'only events that concern this podcast')
    .action((options: EventOptions) => events(context, options));
}

type Event = components['schemas']['Event'];
type EventOptions = { readonly type?: readonly Event['type'][]; readonly podcast?: string; readonly follow?: boolean };

const COLUMNS = {
  heading: ['AT', 'TYPE', 'PODCAST', 'ID'],
  row: ({ id, type, created_at, podcast_id }: Event) => [created_at, type, podcast_id ?? '-', id],
  empty: 'No events.',
};

/** Seconds for which a request waits for the next event. */
const WAIT_SECONDS = 30;

/** Positions that are kept, of all tokens and filters together. */
const MAX_POSITIONS = 100;

/**
 * `events`: what there is, oldest first; with `follow`, one JSON line an event from where it last stopped, until it is
 * ended.
 */
async function events(context: Context, { type: types, podcast: podcast_id, follow: isFollowing }: EventOptions): Promise<void> {
  const query = { types, podcast_id, first: 100 };
  if (isFollowing) return follow(context, await context.client(), query);
  return context.list((api) => api.items('/api/v1/events', { params: { query } }), COLUMNS);
}

type Query = { readonly types?: readonly Event['type'][]; readonly podcast_id?: string; readonly first: number };

/** A page is told before its cursor is kept: after a kill its events may come again, and none is missed. */
async function follow(context: Context, client: Client, query: Query): Promise<void> {
  const key = await positionKey(context, client, query);
  let after = (await readConfig(context.env)).positions?.[key];
  for (;;) {
    const { data } = await client.GET('/api/v1/events', { params: { query: { ...query, after, wait: WAIT_SECONDS } } });
    for (const event of data.data) context.out(`${JSON.stringify(event)}\n`);
    if (data.meta.next_cursor === after) continue;
    after = data.meta.next_cursor;
    const position = after;
    await changeConfig(context.env, (config) => ({ ...config, positions: withPosition(config.positions, key, position) }));
  }
}

/** The position that has not been changed for longest goes. */
export function withPosition(positions: Config['positions'] = {}, key: string, position: string): Config['positions'] {
  const others = Object.entries(positions).filter(([other]) => other !== key);
  return Object.fromEntries([...others.slice(1 - MAX_POSITIONS), [key, position]]);
}

/** A cursor belongs to a user and to the filters that it was made with. Rotating a token keeps its id. */
async function positionKey(context: Context, client: Client, { types = [], podcast_id = '' }: Query): Promise<string> {
  const { baseUrl } = await connectionOf(context.env);
  const { data } = await client.GET('/api/v1/token');
  return [originOf(baseUrl), data.data.id, [...types].sort().join(','), podcast_id].join(' ');
}
