import { AppError } from './app-error.js';

type Waiting = { readonly bytes: number; readonly go: () => void };

/** A fixed number of bytes that holders share, first come first served. */
export class ByteBudget {
  private free: number;
  private readonly queue: Waiting[] = [];

  constructor(private readonly total: number) {
    this.free = total;
  }

  /**
   * Waits until `bytes` are free (more than the whole budget counts as the whole) and takes them.
   * @returns gives them back; a second call does nothing
   * @throws AppError `unavailable` when `signal` aborts first
   */
  async acquire(bytes: number, signal?: AbortSignal): Promise<() => void> {
    const wanted = Math.min(bytes, this.total);
    if (this.queue.length > 0 || wanted > this.free) {
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = { bytes: wanted, go: resolve };
        this.queue.push(waiting);
        signal?.addEventListener(
          'abort',
          () => {
            const at = this.queue.indexOf(waiting);
            if (at < 0) return;
            this.queue.splice(at, 1);
            reject(new AppError('unavailable', 'The connection closed before there was room for its body.'));
            this.wake();
          },
          { once: true },
        );
      });
    } else {
      this.free -= wanted;
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.free += wanted;
      this.wake();
    };
  }

  private wake(): void {
    for (let next = this.queue[0]; next && next.bytes <= this.free; next = this.queue[0]) {
      this.queue.shift();
      this.free -= next.bytes;
      next.go();
    }
  }
}
