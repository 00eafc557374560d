/**
 * Processor time of one request: of the process that answers it, and with what PostgreSQL spends on it. Requests a second depend on
 * everything that runs on the machine; these hardly do.
 */
import { furnish } from './analytics.ts';
import { against, inTurn, type Course, type Row } from './measure.ts';
import { processorTime, ServerTime } from './processor-time.ts';
import { median } from './stats.ts';

/** A server, and a way to send it requests: answers how many. */
type Side = { readonly pid: number; readonly flood: () => Promise<number> };

const CONNECTIONS = 32;

/** Microseconds a request, in rounds that took turns: [process, process and PostgreSQL] of each side. */
async function costs(url: string, sides: readonly Side[], { warm, rounds }: { warm: number; rounds: number }) {
  const postgres = await ServerTime.of(url);
  const own: number[][] = sides.map(() => []);
  const totals = await inTurn(
    sides.map(({ pid, flood }, side) => async () => {
      const before = [processorTime(pid), postgres.read()] as const;
      const requests = await flood();
      const [process, database] = [processorTime(pid) - before[0], postgres.read() - before[1]];
      own[side]?.push((process * 1000) / requests);
      return ((process + database) * 1000) / requests;
    }),
    { warm, rounds },
  );
  return sides.map((_, side) => ({ own: median(own[side]?.slice(warm) ?? []), total: median(totals[side] ?? []) }));
}

function rowsOf(name: string, ours: { own: number; total: number }, peer: { own: number; total: number }, aim: number | null): Row[] {
  const terms = { unit: 'µs', bar: null };
  return [
    against(`processor time of ${name}, the process alone`, ours.own, peer.own, { ...terms, aim: null }),
    against(`processor time of ${name}, with PostgreSQL`, ours.total, peer.total, { ...terms, aim }),
  ];
}

/** `GET /podcasts`, as in the figure `list`. */
export async function listCosts({ stack, quick }: Course): Promise<Row[]> {
  const database = await stack.database(2000);
  const servers = [
    await stack.api(database, 'list-costs'),
    await stack.baseline(database),
    await stack.baseline(database, { prepared: true }),
  ];
  const load = stack.load();
  const [ours, bare, prepared] = await costs(
    database.url,
    servers.map(({ pid, port }, number) => ({
      pid,
      flood: async () => {
        const gets = database.callers.map((token) => ({ port, path: number === 0 ? '/api/v1/podcasts' : '/podcasts', token }));
        return (await load.do('flood', { gets, connections: CONNECTIONS, seconds: quick ? 2 : 4 })).milliseconds.length;
      },
    })),
    { warm: 2, rounds: quick ? 3 : 7 },
  );
  await Promise.all([...servers, load].map(({ stop }) => stop()));
  await stack.settle(database);
  if (!ours || !bare || !prepared) return [];
  return [
    ...rowsOf('GET /podcasts against bare node:http and pg', ours, bare, 1.1),
    ...rowsOf('GET /podcasts against the same with prepared statements', ours, prepared, 1.25),
  ];
}

/** `GET /e/{episode}`, as in the figure `redirect`. */
export async function redirectCosts({ stack, quick }: Course): Promise<Row[]> {
  const house = await furnish(stack, 'bench_redirect_costs', 0);
  const api = await stack.api(house, 'redirect-costs', { TRUST_PROXY: '1' });
  const [bare, listeners] = [stack.child('bare-analytics.ts', house), stack.child('listeners.ts', house)];
  const seconds = quick ? 2 : 4;
  const flood = (port: number) => async () => {
    const { perSecond } = await listeners.do('flood', { port, episodes: house.episodes, connections: CONNECTIONS, seconds });
    return perSecond * seconds;
  };
  const [ours, peer] = await costs(
    house.url,
    [
      { pid: api.pid, flood: flood(api.port) },
      { pid: await bare.do('pid'), flood: flood(await bare.do('port')) },
    ],
    { warm: 2, rounds: quick ? 3 : 7 },
  );
  await Promise.all([api, bare, listeners].map(({ stop }) => stop()));
  await stack.settle(house);
  return ours && peer ? rowsOf('GET /e/{episode} against bare node:http and pg that do not count', ours, peer, 1.1) : [];
}
