import { Injectable } from '@nestjs/common';

/** The time, as something that a test can replace. */
@Injectable()
export class Clock {
  /** The time at which `performance.now()` was 0. */
  private origin: number | undefined;

  /** The database's time, once known: processes on several machines agree, whatever step one machine's clock makes. */
  now(): Date {
    return this.origin === undefined ? new Date() : new Date(this.origin + performance.now());
  }

  /** @param at when the database told its time, on the clock of `performance.now()` */
  follow(time: Date, at: number): void {
    this.origin = time.getTime() - at;
  }
}
