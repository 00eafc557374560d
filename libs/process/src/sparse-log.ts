const INTERVAL_MS = 1000;

/**
 * At most one line a second, for what happens to every request and every loop while a server is away. The next line
 * says how many were left out.
 */
export class SparseLog {
  private until = -Infinity;
  private leftOut = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @param write gets a field for the line, empty when nothing was left out */
  line(write: (leftOut: { readonly leftOut?: number }) => void): void {
    if (this.now() < this.until) {
      this.leftOut += 1;
      return;
    }
    this.until = this.now() + INTERVAL_MS;
    write(this.leftOut > 0 ? { leftOut: this.leftOut } : {});
    this.leftOut = 0;
  }
}
