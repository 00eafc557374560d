import { LRUCache } from 'lru-cache';

type RememberedAnswersOptions<V> = {
  /** The size of all answers together. What was not asked for longest is forgotten first. */
  readonly maxSize: number;
  readonly sizeOf: (answer: V) => number;
  /** Milliseconds for which an answer is given without asking again. */
  readonly freshMs: number;
  /** Milliseconds for which an answer is given while the source is away. */
  readonly staleMs: number;
  /** Milliseconds between two questions for one answer while the source is away. */
  readonly retryMs: number;
  /** Milliseconds within which the source must answer; a source that is silent counts as away. */
  readonly timeoutMs: number;
  /** Whether the source is away, by its error. */
  readonly isAway: (error: unknown) => boolean;
  /** Asks whether the source answers at all, before an answer older than `sureMs` whose look-up takes long. */
  readonly pulse?: { readonly sureMs: number; readonly ask: () => Promise<unknown> };
};

/** `value` is undefined when the source had an answer before and has none now. */
type Remembered<V> = { readonly value: V | undefined; readonly checkedAt: number; askAgainAt: number };

/**
 * The answers of a source, for when it is away. Questions for one key that come together share a look-up. An answer
 * that comes late still replaces what is remembered: what is not public any more is not given again.
 */
export class RememberedAnswers<V extends object> {
  private readonly answers: LRUCache<string, Remembered<V>>;
  private readonly lookUps = new Map<string, Promise<V | undefined>>();

  constructor(private readonly options: RememberedAnswersOptions<V>) {
    const { maxSize, sizeOf } = options;
    this.answers = new LRUCache({ maxSize, sizeCalculation: ({ value }) => (value === undefined ? 1 : sizeOf(value)) });
  }

  /** The answer that can be given without asking. */
  fresh(key: string): V | undefined {
    const known = this.answers.get(key);
    return known && performance.now() < known.askAgainAt ? known.value : undefined;
  }

  /** @param lookUp gets what is remembered @returns undefined when there is nothing */
  async find(key: string, lookUp: (before: V | undefined) => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.answers.get(key);
    if (known && performance.now() < known.askAgainAt) return known.value;
    const asked = this.lookUps.get(key) ?? this.ask(key, () => lookUp(known?.value));
    if (!known || performance.now() - known.checkedAt > this.options.staleMs) return asked;
    return this.orRemembered(asked, known);
  }

  private ask(key: string, lookUp: () => Promise<V | undefined>): Promise<V | undefined> {
    const checkedAt = performance.now();
    const asked = lookUp()
      .then((value) => {
        // Answers that never existed are not remembered: invented keys would evict answers.
        if (value !== undefined || this.answers.has(key)) {
          const askAgainAt = value === undefined ? 0 : performance.now() + this.options.freshMs;
          this.answers.set(key, { value, checkedAt, askAgainAt });
        }
        return value;
      })
      .finally(() => this.lookUps.delete(key));
    this.lookUps.set(key, asked);
    return asked;
  }

  private async orRemembered(asked: Promise<V | undefined>, known: Remembered<V>): Promise<V | undefined> {
    const { timeoutMs, retryMs, isAway, pulse } = this.options;
    const silence = Promise.withResolvers<V | undefined>();
    const goOn = () => {
      known.askAgainAt = performance.now() + retryMs;
      silence.resolve(known.value);
    };
    const onSilence = () => {
      if (!pulse || performance.now() - known.checkedAt <= pulse.sureMs) return goOn();
      timer = setTimeout(goOn, timeoutMs);
      pulse.ask().then(() => clearTimeout(timer), (error: unknown) => isAway(error) && goOn()); // prettier-ignore
    };
    let timer = setTimeout(onSilence, timeoutMs);
    asked.then(silence.resolve, (error: unknown) => (isAway(error) ? goOn() : silence.reject(error)));
    return silence.promise.finally(() => clearTimeout(timer));
  }
}
