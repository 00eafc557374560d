/** The figures of lists of podcasts: many at once, and one of a million podcasts. */
import { Connection, requestHead, succeeded } from './http-client.ts';
import { against, inTurn, type Course } from './measure.ts';
import { median } from './stats.ts';

const SMALL = 2000;
const LARGE = 1_000_000;
const LIST = '/api/v1/podcasts';

export async function list({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const servers = await Promise.all([stack.api(database, 'list'), stack.baseline(database), stack.baseline(database, { prepared: true })]);
  const load = stack.load();
  const seconds = quick ? 2 : 4;
  const [ours = [], peer = [], prepared = []] = await inTurn(
    servers.map(({ port }, number) => async () => {
      const path = number === 0 ? LIST : '/podcasts';
      const gets = database.callers.map((token) => ({ port, path, token }));
      return (await load.do('flood', { gets, connections: 32, seconds })).perSecond;
    }),
    { warm: quick ? 1 : 2, rounds: quick ? 3 : 7 },
  );
  await Promise.all(servers.map(({ stop }) => stop()));
  await stack.settle(database);
  const name = `GET /podcasts, 50 of ${SMALL.toLocaleString('en')} podcasts, 200 users, 32 connections, against bare node:http and pg`;
  const higher = { unit: 'requests/s', better: 'higher' } as const;
  return [
    against(name, median(ours), median(peer), { bar: 0.5, aim: 0.8, ...higher }),
    against(`${name} with prepared statements`, median(ours), median(prepared), { bar: null, aim: null, ...higher }),
  ];
}

export async function million({ stack, quick }: Course) {
  const databases = [await stack.database(LARGE), await stack.database(SMALL)];
  const apis = await Promise.all(databases.map((database, number) => stack.api(database, number === 0 ? 'million' : 'two-thousand')));
  const load = stack.load();
  const rows = [];
  for (const which of ['first', 'last'] as const) {
    const gets = await Promise.all(
      databases.map(async ({ owner: token }, number) => {
        const port = apis[number]?.port ?? 0;
        return { port, token, path: which === 'first' ? LIST : await lastPage(port, token) };
      }),
    );
    const [large = [], small = []] = await inTurn(
      gets.map(
        (get) => async () => median((await load.do('flood', { gets: [get], connections: 1, seconds: quick ? 0.5 : 1 })).milliseconds),
      ),
      { warm: quick ? 2 : 5, rounds: quick ? 5 : 15 },
    );
    rows.push(
      against(`GET /podcasts, ${which} page of the caller’s 200, of 1,000,000 podcasts against 2,000`, median(large), median(small), {
        bar: 1.2,
        aim: 1.05,
        unit: 'ms',
      }),
    );
  }
  await Promise.all(apis.map(({ stop }) => stop()));
  return rows;
}

async function lastPage(port: number, token: string) {
  const connection = await Connection.open(port);
  let path = LIST;
  for (;;) {
    const { body } = succeeded(await connection.send(requestHead('GET', path, { token }), { keep: true }));
    const { meta } = JSON.parse(body ?? '');
    if (!meta.has_more) break;
    path = `${LIST}?after=${meta.next_cursor}`;
  }
  connection.close();
  return path;
}
