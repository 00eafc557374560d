import type { Client } from '@app/client';
import { connectionOf } from './config.js';
import { table, type Terminal } from './terminal.js';

/** The surroundings of every command. */
export type Context = Terminal & {
  /** The client of the API, made when it is first asked for. */
  readonly client: () => Promise<Client>;
  readonly isJson: () => boolean;
  /** Prints the answer: as JSON with --json, else as people read it. */
  readonly answer: (value: object | null, text: () => string) => void;
  /** Asks the API once, and prints what it answers. */
  readonly tell: <Body extends object>(
    ask: (api: Client) => Promise<{ readonly data: Body }>,
    text: (body: Body) => string,
  ) => Promise<void>;
  /** Prints a list of the API as a table. */
  readonly list: <Item>(ask: (api: Client) => AsyncIterable<Item>, table: Columns<Item>, limit?: number) => Promise<void>;
};

/** How a list becomes a table: its heading, the cells of an item, and a sentence when there is none. */
export type Columns<Item> = {
  readonly heading: readonly string[];
  readonly row: (item: Item) => readonly string[];
  readonly empty: string;
};

export function contextOf(terminal: Terminal, isJson: () => boolean): Context {
  let connected: Promise<Client> | undefined;
  const client = () => (connected ??= connect(terminal));
  const answer: Context['answer'] = (value, text) => terminal.out(isJson() ? `${JSON.stringify(value, null, 2)}\n` : text());
  return {
    ...terminal,
    isJson,
    client,
    answer,
    tell: async (ask, text) => {
      const { data } = await ask(await client());
      answer(data, () => text(data));
    },
    list: async (ask, columns, limit) => {
      const data = await take(ask(await client()), limit);
      answer({ data }, () => listing(columns, data));
    },
  };
}

/** A client that says on stderr when it waits for the rate limit. */
async function connect(terminal: Terminal): Promise<Client> {
  const [{ baseUrl, token }, { createClient }] = await Promise.all([connectionOf(terminal.env), import('@app/client')]);
  const onWait = ({ seconds, status }: { seconds: number; status: number }) =>
    terminal.err(`The API answered ${status}: trying again in ${seconds} s.\n`);
  return createClient({ baseUrl, token, retry: { onWait } });
}

/** Every item of a list, as far as `limit` says. */
export async function take<T>(items: AsyncIterable<T>, limit = Infinity): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}

/** A table, or the sentence that there is nothing to show. */
export function listing<Item>({ heading, row, empty }: Columns<Item>, items: readonly Item[]): string {
  return items.length === 0 ? `${empty}\n` : table([heading, ...items.map(row)]);
}
