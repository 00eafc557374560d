import { ChangeSet, type Text } from '@codemirror/state';
import type { Reading } from './cue-table.ts';
import type { Reader } from './reader.ts';
import { t } from '../../../texts/language.ts';

/** The reader as another thread has it. */
export type RemoteReader = {
  readonly [Name in keyof Reader]: (...given: Parameters<Reader[Name]>) => Promise<ReturnType<Reader[Name]>>;
};

/** Starts a worker. @param onFailure called when it fails without an answer */
export type Spawn = (onFailure: (error: Error) => void) => { readonly reader: RemoteReader; readonly terminate: () => void };

/** A verdict, the text that it is about, and what has changed in it since. */
export type Judgement = Reading & { readonly text: Text; readonly since: ChangeSet };

/** Milliseconds for an answer: the largest text takes a few seconds on a slow device. */
const ANSWER_TIMEOUT_MS = 60_000;

type LiveJudgeOptions = {
  readonly spawn: Spawn;
  readonly onVerdict: (judgement: Judgement) => void;
  /** Called when the worker has failed. The next change or request starts another one. */
  readonly onFailure?: () => void;
};

/**
 * Has a text judged by a worker while it is typed. One version is under way at a time; what is typed meanwhile becomes
 * one further version, so a worker never judges a text that is older than its last answer, and nothing queues up.
 */
export class LiveJudge {
  private worker: ReturnType<Spawn> | undefined;
  /** Rejects each request without an answer. */
  private readonly unanswered = new Set<(reason: Error) => void>();
  private text: Text | undefined;
  /** Changes since the version under way. */
  private since: ChangeSet | undefined;
  private isBusy = false;
  private isDisposed = false;

  constructor(private readonly options: LiveJudgeOptions) {}

  open(text: Text): void {
    this.text = text;
    void this.judge();
  }

  /** Judges the text after a change of it. */
  change(changes: ChangeSet, text: Text): void {
    this.text = text;
    this.since = this.since?.compose(changes);
    void this.judge();
  }

  /** Judges the present text, as after a failure: after the judgement under way, where it has changed since. */
  async judge(): Promise<void> {
    const { text } = this;
    if (!text || this.isBusy) return;
    this.isBusy = true;
    this.since = ChangeSet.empty(text.length);
    const reading = await this.run((reader) => reader.read(text.toString())).catch((error: Error) => this.fail(error));
    this.isBusy = false;
    if (!reading) return;
    const { since } = this;
    if (!since.empty) void this.judge();
    this.options.onVerdict({ ...reading, text, since });
  }

  /** Asks the worker. Rejects when it fails, with an `AbortError` once this is disposed. */
  async run<Result>(ask: (reader: RemoteReader) => Promise<Result>): Promise<Result> {
    if (this.isDisposed) throw disposed();
    const { reader } = (this.worker ??= this.start());
    // One for each request: a promise for all would keep every answer until the worker ends.
    const failure = Promise.withResolvers<never>();
    this.unanswered.add(failure.reject);
    const timer = setTimeout(() => this.fail(new Error(t('The check in the browser has failed.'))), ANSWER_TIMEOUT_MS);
    try {
      return await Promise.race([ask(reader), failure.promise]);
    } finally {
      clearTimeout(timer);
      this.unanswered.delete(failure.reject);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.stop(disposed());
  }

  private start(): ReturnType<Spawn> {
    const worker = this.options.spawn((error) => {
      if (worker === this.worker) this.fail(error); // one that was given up may still report
    });
    return worker;
  }

  private fail(error: Error): void {
    if (!this.worker) return; // it is no more
    this.stop(error);
    this.options.onFailure?.();
  }

  private stop(reason: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const reject of this.unanswered) reject(reason);
  }
}

const disposed = () => new DOMException('disposed', 'AbortError');
