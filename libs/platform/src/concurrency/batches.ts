import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A batch is no one's: without this it would run, and take connections, on behalf of whoever asked first. Taken while the module loads,
 * since a batch may be made for the first request that needs it.
 */
const outside = AsyncLocalStorage.snapshot();

type Asked<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Gathers questions while earlier ones are being answered, and asks them together: however many come at once, one batch is under way.
 * A question is never answered by a batch that began before it was asked.
 */
export class Batches<Question, Answer> {
  private waiting: Asked<Question, Answer>[] = [];
  private isBusy = false;

  /**
   * @param answer answers a batch, in the order of its questions
   * @param maxSize most questions of one batch
   */
  constructor(
    private readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly maxSize: number,
  ) {}

  /** @throws what the batch throws; questions that wait behind it get the same, since they would wait as long again */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (!this.isBusy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.maxSize);
      try {
        const answers = await outside(() => this.answer(batch.map(({ question }) => question)));
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
      }
    }
    this.isBusy = false;
  }
}
