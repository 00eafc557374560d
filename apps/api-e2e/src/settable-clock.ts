import { globSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sets the clock of processes that load it. */
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** The clock of processes that have its environment; how fast time passes is that of the machine. */
export class SettableClock {
  private constructor(
    private readonly dir: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static get isInstalled(): boolean {
    if (library === undefined) console.info('libfaketime is not installed: clocks are not set.');
    return library !== undefined;
  }

  /** @param [reading] how often processes look at the clock, each time unless it is given */
  static async create(reading: NodeJS.ProcessEnv = { FAKETIME_NO_CACHE: '1' }): Promise<SettableClock> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-clock-'));
    await chmod(dir, 0o755); // PostgreSQL runs as another user
    const file = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: join(dir, 'clock') };
    const clock = new SettableClock(dir, { ...file, ...reading, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' });
    await clock.set(0);
    return clock;
  }

  /** @param seconds by which the clock differs from the machine's */
  async set(seconds: number): Promise<void> {
    const file = join(this.dir, 'clock');
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await rename(`${file}.new`, file);
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
