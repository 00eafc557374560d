/** Processor time as the kernel counts it: other work on the machine delays a process, but hardly changes what it uses. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts in ticks, 100 a second on every architecture that Node supports. */
const TICK_MS = 10;

/** @returns milliseconds of all threads of a process since it began, in user mode and in the kernel; 0 when it has ended */
export function processorTime(pid: number): number {
  const { userTicks, systemTicks } = statOf(pid);
  return (userTicks + systemTicks) * TICK_MS;
}

/** @returns milliseconds of this process's children that have ended, and of theirs */
export function timeOfEndedChildren(): number {
  return statOf(process.pid).endedTicks * TICK_MS;
}

/** The processor time of a PostgreSQL server: of every process that its postmaster has, and of those that have ended. */
export class ServerTime {
  private readonly postmaster: number;

  private constructor(postmaster: number) {
    this.postmaster = postmaster;
  }

  static async of(url: string): Promise<ServerTime> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { parent } = statOf(rows[0]?.pid ?? 0);
    await client.end();
    return new ServerTime(parent);
  }

  read(): number {
    const own = statOf(this.postmaster);
    let ticks = own.userTicks + own.systemTicks + own.endedTicks;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const { parent, userTicks, systemTicks } = statOf(Number(name));
      if (parent === this.postmaster) ticks += userTicks + systemTicks;
    }
    return ticks * TICK_MS;
  }
}

function statOf(pid: number) {
  try {
    // The name of the program may contain spaces; the fields behind it do not (proc_pid_stat(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [, parent = 0, , , , , , , , , , userTicks = 0, systemTicks = 0, endedUser = 0, endedSystem = 0] = fields;
    return { parent, userTicks, systemTicks, endedTicks: endedUser + endedSystem };
  } catch {
    return { parent: 0, userTicks: 0, systemTicks: 0, endedTicks: 0 };
  }
}
