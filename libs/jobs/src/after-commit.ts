import type { DataSource, EntityManager, EntitySubscriberInterface, TransactionCommitEvent } from 'typeorm';

type Marked<T> = Record<symbol, Set<T> | undefined>;

/** Acts after the commit of the transactions that ask for it, and not after a rollback. */
export class AfterCommit<T> implements EntitySubscriberInterface {
  private readonly key = Symbol('after commit');

  constructor(
    db: DataSource,
    private readonly act: (marks: ReadonlySet<T>) => void,
  ) {
    db.subscribers.push(this);
  }

  /** Adds to what the action gets after the commit. */
  mark(tx: EntityManager, ...marks: readonly T[]): void {
    const data = tx.queryRunner?.data as Marked<T> | undefined;
    if (!data) return;
    const marked = (data[this.key] ??= new Set());
    for (const mark of marks) marked.add(mark);
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    const data = queryRunner.data as Marked<T>;
    const marks = data[this.key];
    if (!marks || queryRunner.isTransactionActive) return; // the end of a savepoint is no commit
    data[this.key] = undefined;
    this.act(marks);
  }

  afterTransactionRollback({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) (queryRunner.data as Marked<T>)[this.key] = undefined;
  }
}
