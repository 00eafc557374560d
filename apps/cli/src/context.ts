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
};

export function contextOf(terminal: Terminal, isJson: () => boolean): Context {
  let client: Promise<Client> | undefined;
  return {
    ...terminal,
    isJson,
    client: () => (client ??= connect(terminal)),
    answer: (value, text) => terminal.out(isJson() ? `${JSON.stringify(value, null, 2)}\n` : text()),
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

/** A table with a heading, or a sentence when there is nothing to show. */
export function listing(heading: readonly string[], rows: readonly (readonly string[])[], empty: string): string {
  return rows.length === 0 ? `${empty}\n` : table([heading, ...rows]);
}
