/** The figure of the list of podcasts. */
import { against, inTurn, type Course } from './measure.ts';
import { median } from './stats.ts';

const SMALL = 2000;
const LIST = '/api/v1/podcasts';

export async function list({ stack, quick }: Course) {
  const database = await stack.database(SMALL);
  const servers = await Promise.all([stack.api(database, 'list'), stack.baseline(database)]);
  const load = stack.load();
  const seconds = quick ? 2 : 4;
  const [ours = [], peer = []] = await inTurn(
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
  return [against(name, median(ours), median(peer), { bar: 0.5, aim: 0.8, ...higher })];
}
