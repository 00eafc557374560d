import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A batch is no one's: without this it would run, and take connections, on behalf of whoever asked first. Taken while
 * the module loads, since a batch may be made for the first request that needs it.
 */
const outside = AsyncLocalStorage.snapshot();

type Asked<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Gathers questions while earlier ones are being answered, and asks them together: however many come at once, one batch
 * is under way. A question is never answered by a batch that began before it was asked. Places in a batch go round
 * those who ask, so that one of them keeps nobody else waiting.
 */
export class Batches<Question, Answer> {
  /** By who asks, in the order of their turns. */
  private readonly waiting = new Map<string, Asked<Question, Answer>[]>();
  private isBusy = false;

  /**
   * @param answer answers a batch, in the order of its questions
   * @param maxSize most questions of one batch
   * @param askerOf who asks; one for all questions when it is left out
   */
  constructor(
    private readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly maxSize: number,
    private readonly askerOf: (question: Question) => string = () => '',
  ) {}

  /** @throws what the batch throws; questions that wait behind it get the same, since they would wait as long again */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asker = this.askerOf(question);
      const asked = this.waiting.get(asker);
      if (asked) asked.push({ question, resolve, reject });
      else this.waiting.set(asker, [{ question, resolve, reject }]);
      if (!this.isBusy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.size > 0) {
      const batch = this.next();
      try {
        const answers = await outside(() => this.answer(batch.map(({ question }) => question)));
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        const behind = [...this.waiting.values()].flat();
        this.waiting.clear();
        for (const { reject } of [...batch, ...behind]) reject(error);
      }
    }
    this.isBusy = false;
  }

  private next(): Asked<Question, Answer>[] {
    const batch: Asked<Question, Answer>[] = [];
    while (batch.length < this.maxSize) {
      const [turn] = this.waiting;
      if (!turn) break;
      const [asker, asked] = turn;
      const first = asked.shift();
      if (first) batch.push(first);
      this.waiting.delete(asker);
      if (asked.length > 0) this.waiting.set(asker, asked); // behind the others
    }
    return batch;
  }
}
