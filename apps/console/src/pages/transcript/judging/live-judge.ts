import { ChangeSet, type Text } from '@codemirror/state';
import { t } from '../../../texts/transcript.ts';
import type { Reading } from './cue-table.ts';
import type { Reader } from './reader.ts';
import type { Splice } from './splice.ts';

/** The reader as another thread has it. */
export type RemoteReader = {
  readonly [Name in keyof Reader]: (...given: Parameters<Reader[Name]>) => Promise<ReturnType<Reader[Name]>>;
};

/** Starts a worker. @param onFailure called when it fails without an answer */
export type Spawn = (onFailure: (error: Error) => void) => { readonly reader: RemoteReader; readonly terminate: () => void };

/** A verdict, the text that it is about, and what has changed in it since. */
export type Judgement = Reading & { readonly text: Text; readonly since: ChangeSet };

type LiveJudgeOptions = {
  readonly spawn: Spawn;
  readonly onVerdict: (judgement: Judgement) => void;
  /** Whether texts are judged at all: false once the worker has failed {@link MAX_FAILURES} times without a verdict between. */
  readonly onState?: (isAlive: boolean) => void;
  readonly answerTimeoutMs?: number;
};

/** Longest time that a worker may take for one answer. */
const ANSWER_TIMEOUT_MS = 20_000;

const MAX_FAILURES = 3;

type SpawnedWorker = ReturnType<Spawn> & {
  /** Rejects each request without an answer. */
  readonly unanswered: Set<(reason: Error) => void>;
  timer?: ReturnType<typeof setTimeout>;
};

/**
 * Has a text judged by a worker while it is typed. One version is under way at a time; what is typed meanwhile becomes one further
 * version, so a worker never judges a text that is older than its last answer, and nothing queues up. A worker that fails or does not
 * answer is replaced.
 */
export class LiveJudge {
  private worker: SpawnedWorker | undefined;
  private text: Text | undefined;
  /** The number of the version under way; 0 when there is none. */
  private underWay = 0;
  private lastVersion = 0;
  /** Changes since the version under way, or since the last verdict. */
  private since: ChangeSet | undefined;
  private failures = 0;
  private isDisposed = false;

  constructor(private readonly options: LiveJudgeOptions) {}

  /** Judges a text in place of the one before. */
  open(text: Text): void {
    this.failures = 0;
    this.text = text;
    this.start();
  }

  /** Judges the text after a change of it. */
  change(changes: ChangeSet, text: Text): void {
    this.text = text;
    this.since = this.since ? this.since.compose(changes) : changes;
    if (this.underWay === 0 && this.worker) this.sendChanges();
  }

  /** Asks the worker. Rejects when it fails or does not answer in time, with an `AbortError` once this is disposed. */
  async run<Result>(ask: (reader: RemoteReader) => Promise<Result>): Promise<Result> {
    if (this.isDisposed) throw disposed();
    if (!this.worker) this.start(); // a new worker does not have the text
    const worker = (this.worker ??= this.spawn());
    // One for each request: a promise for all would keep every answer until the worker ends.
    const failure = Promise.withResolvers<never>();
    worker.unanswered.add(failure.reject);
    this.watch(worker);
    try {
      return await Promise.race([ask(worker.reader), failure.promise]);
    } finally {
      worker.unanswered.delete(failure.reject);
      this.watch(worker);
    }
  }

  /** Starts again after the worker has failed for good. */
  retry(): void {
    if (this.text) this.open(this.text);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stop(disposed());
  }

  private start(): void {
    if (this.text) void this.judge(this.text, (reader, text) => reader.open(text.toString()));
  }

  private sendChanges(): void {
    const { since, text } = this;
    if (!since || !text) return;
    const splices: Splice[] = [];
    since.iterChanges((from, to, _fromB, _toB, inserted) => splices.push({ from, to, insert: inserted.toString() }), true);
    void this.judge(text, (reader) => reader.change(splices));
  }

  private async judge(text: Text, ask: (reader: RemoteReader, text: Text) => Promise<Reading>): Promise<void> {
    const version = (this.underWay = ++this.lastVersion);
    this.since = ChangeSet.empty(text.length);
    const worker = (this.worker ??= this.spawn());
    const reading = await this.run((reader) => ask(reader, text)).catch((error: Error) => this.fail(worker, error));
    const { since } = this;
    if (!reading || version !== this.underWay) return; // no answer, or another text was opened in place of this one
    this.failures = 0;
    this.underWay = 0;
    if (!since.empty) this.sendChanges();
    this.options.onVerdict({ ...reading, text, since });
  }

  private spawn(): SpawnedWorker {
    const worker: SpawnedWorker = { ...this.options.spawn((error) => this.fail(worker, error)), unanswered: new Set() };
    this.options.onState?.(true);
    return worker;
  }

  /** Begins the time for the next answer, where one is due. */
  private watch(worker: SpawnedWorker): void {
    clearTimeout(worker.timer);
    if (worker.unanswered.size === 0) return;
    const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.options;
    worker.timer = setTimeout(() => this.fail(worker, new Error(t.workerSilent)), answerTimeoutMs);
  }

  /** Replaces a worker that has failed. */
  private fail(worker: SpawnedWorker, error: Error): void {
    if (worker !== this.worker) return; // it is no more
    this.stop(error);
    this.failures += 1;
    if (this.failures < MAX_FAILURES) this.start();
    else this.options.onState?.(false);
  }

  private stop(reason: Error): void {
    this.worker?.terminate();
    for (const reject of this.worker?.unanswered ?? []) reject(reason);
    this.worker = undefined;
    this.underWay = 0;
  }
}

const disposed = () => new DOMException('disposed', 'AbortError');
