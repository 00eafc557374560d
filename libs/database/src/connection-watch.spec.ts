import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { ConnectionWatch } from './connection-watch.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const aClient = () => new EventEmitter() as unknown as PoolClient;

describe('a watch of a connection', () => {
  it('a watch of a connection keeps no rows that its reader has let go, so that an export takes constant memory (contract 12.4)', async () => {
    const watch = new ConnectionWatch(aClient());
    const read = async (): Promise<WeakRef<object>> => new WeakRef(await watch.while(Promise.resolve({ rows: [] })));
    const batches = [await read(), await read(), await read()];
    await turn();
    collectGarbage();
    expect(batches.slice(0, 2).map((batch) => batch.deref())).toEqual([undefined, undefined]);
  });

  it('a watch of a connection fails the work under way, and all work after it, when the connection ends', async () => {
    const client = aClient();
    const watch = new ConnectionWatch(client);
    const underWay = watch.while(new Promise(() => undefined));
    client.emit('error', new Error('reset'));
    await expect(underWay).rejects.toThrow('reset');
    await expect(watch.while(new Promise(() => undefined))).rejects.toThrow('reset');
    expect(watch.isLost).toBe(true);
  });
});
