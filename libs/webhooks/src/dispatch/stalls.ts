const TICK_MS = 100;

/** A tick that is late by less is the ordinary lag of a busy process, which still reads its sockets in between. */
const TOLERANCE_MS = 500;

/** Measures how long this process could not run: a blocked event loop, a stopped process, a machine without CPU to spare. */
export class Stalls {
  private total = 0;
  private late = 0;
  private expected = Infinity;
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.expected = performance.now() + TICK_MS;
    this.timer = setInterval(() => {
      this.total = this.totalMs();
      this.late = performance.now() - this.expected;
      this.expected = performance.now() + TICK_MS;
    }, TICK_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.expected = Infinity;
  }

  /** Milliseconds by which timers are late at present: how much this process has to do beside what is asked of it. */
  lagMs(): number {
    return Math.max(0, this.late, performance.now() - this.expected);
  }

  /** Milliseconds since the start, the stall that has not ended yet included. */
  totalMs(): number {
    const late = performance.now() - this.expected;
    return late > TOLERANCE_MS ? this.total + late : this.total;
  }
}
