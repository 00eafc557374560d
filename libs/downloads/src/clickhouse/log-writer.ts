import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLog } from './download-log.js';

/** Milliseconds between two looks at the log, so that a count is visible within ten seconds (contract 12.6). */
const LOOK_EVERY_MS = 2000;

/** Writes the log to ClickHouse, in every worker. It does nothing where PostgreSQL keeps downloads. */
@Injectable()
export class LogWriter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> | undefined;

  constructor(
    private readonly log: DownloadLog,
    private readonly clickHouse: ClickHouse,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.clickHouse.isUsed) return;
    const write = () => void (this.writing ??= this.log.write(this.stopping.signal).finally(() => (this.writing = undefined)));
    this.timer = setInterval(write, LOOK_EVERY_MS);
    write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.writing;
  }
}
