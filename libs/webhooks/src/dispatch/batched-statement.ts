/**
 * Collects items into few statements: items that arrive while a statement runs form the next batch. No item waits for a timer,
 * and at most one statement runs at a time.
 */
export class BatchedStatement<Item, Answer> {
  private collecting: { readonly items: Item[]; readonly answer: Promise<Answer> } | undefined;
  private before: Promise<unknown> = Promise.resolve();

  /** @param run the statement for a batch */
  constructor(private readonly run: (items: readonly Item[]) => Promise<Answer>) {}

  /** @returns the result for the item's batch @throws what the statement throws, for every item of the batch */
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
