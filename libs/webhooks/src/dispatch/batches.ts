/**
 * Many at once become few statements: what comes while one is under way waits, and goes together in the next. Nothing waits
 * for a timer, and at most one statement is under way.
 */
export class Batches<Item, Answer> {
  private collecting: { readonly items: Item[]; readonly answer: Promise<Answer> } | undefined;
  private before: Promise<unknown> = Promise.resolve();

  /** @param run the statement for a batch */
  constructor(private readonly run: (items: readonly Item[]) => Promise<Answer>) {}

  /** @returns the answer for the batch that this item went with @throws what the statement throws, for all of its batch */
  add(item: Item): Promise<Answer> {
    if (!this.collecting) {
      const items: Item[] = [];
      const answer = this.before.then(() => {
        this.collecting = undefined;
        return this.run(items);
      });
      this.collecting = { items, answer };
      this.before = answer.catch(() => undefined);
    }
    this.collecting.items.push(item);
    return this.collecting.answer;
  }
}
