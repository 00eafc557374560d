/** The figures of ClickHouse mode against PostgreSQL mode, where its engine is installed (see CONTRIBUTING). */
import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { ENV, fileOf, furnish, type House } from './analytics.ts';
import { against, inTurn, type Course, type Row } from './measure.ts';
import { median } from './stats.ts';

const DOWNLOADS = 20_000_000;

/** A year by days that begin at half past the hour in UTC. */
const HALF_HOUR_ZONE = '&timezone=Asia/Kolkata';

export async function clickHouse(course: Course): Promise<Row[]> {
  if (!hasClickHouse) return [];
  const server = await ClickHouseServer.start();
  course.stack.onClose(() => server.destroy());
  const env = { ...ENV, DOWNLOADS_URL: server.url };
  const rows = [await analytics(course, env, server), await redirected(course, env)];
  await server.destroy(); // it would take its share of the figures that follow
  return rows;
}

async function analytics({ stack, quick }: Course, env: NodeJS.ProcessEnv, server: ClickHouseServer): Promise<Row> {
  const downloads = quick ? DOWNLOADS / 20 : DOWNLOADS;
  const house = await furnish(stack, 'bench_clickhouse', downloads);
  await stack.admin(house.url, ['migrate'], env);
  await stack.admin(house.url, ['downloads', 'copy'], env);
  // PostgreSQL has been vacuumed, and its days are rolled up: ClickHouse has merged its months, as it does within an
  // hour.
  await server.rows('OPTIMIZE TABLE downloads FINAL');
  const [rolledUp, columns] = [await stack.api(house, 'rolled-up', ENV), await stack.api(house, 'columns', env)];
  const reader = stack.child('listeners.ts');
  const export_ = async (port: number) => (await reader.do('download', fileOf(house, port, HALF_HOUR_ZONE))).milliseconds;
  const [ours = [], peer = []] = await inTurn([() => export_(columns.port), () => export_(rolledUp.port)], {
    warm: 1,
    rounds: quick ? 3 : 7,
  });
  await Promise.all([rolledUp.stop(), columns.stop(), reader.stop()]);
  const name = `export of a year of ${downloads.toLocaleString('en')} downloads in Asia/Kolkata, ClickHouse against PostgreSQL's roll-ups`;
  return against(name, median(ours), median(peer), { bar: 1, aim: 0.5, unit: 'ms' });
}

/** Redirects with their load in the background: the api takes most of both cores, whoever keeps downloads. */
async function redirected({ stack, quick }: Course, env: NodeJS.ProcessEnv): Promise<Row> {
  const listeners = stack.child('listeners.ts');
  const mode = async (name: string, own: NodeJS.ProcessEnv) => {
    const house = await furnish(stack, name, 0);
    await stack.admin(house.url, ['migrate'], own);
    const running = [await stack.api(house, name, own), await stack.worker(house, { ...own, WORKER_PORT: '0' })] as const;
    return { house, running, port: running[0].port };
  };
  const modes = [await mode('redirected_to_clickhouse', env), await mode('redirected_to_postgresql', ENV)];
  const [ours = [], peer = []] = await inTurn(
    modes.map(({ house, port }: { house: House; port: number }) => async () => {
      const flood = { port, episodes: house.episodes, connections: 32, seconds: quick ? 2 : 5, each: 1 };
      return (await listeners.do('flood', flood)).perSecond;
    }),
    { warm: 1, rounds: quick ? 3 : 7 },
  );
  for (const { running } of modes) await Promise.all(running.map((process) => process.stop()));
  await listeners.stop();
  const terms = { bar: 1.5, aim: 3, unit: 'redirects/s', better: 'higher' } as const;
  return against('redirects counted a second, each of a new listener, ClickHouse against PostgreSQL', median(ours), median(peer), terms);
}
