import { ChangeSet, type Text } from '@codemirror/state';
import type { Reply, Request, TaskName, Tasks, Verdict } from './protocol.ts';
import type { Splice } from './splice.ts';
import { t } from '../../../texts/transcript.ts';

/** The part of a `Worker` that is used. */
export type Port = {
  readonly postMessage: (request: Request) => void;
  readonly terminate: () => void;
  onmessage: ((event: { readonly data: Reply }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
};

/** A verdict, the text that it is about, and what has changed in it since. */
export type Judgement = Verdict & { readonly text: Text; readonly since: ChangeSet };

type LiveJudgeOptions = {
  readonly spawn: () => Port;
  readonly onVerdict: (judgement: Judgement) => void;
  /** Whether texts are judged at all: false once the worker has failed {@link MAX_FAILURES} times without a verdict between. */
  readonly onState?: (isAlive: boolean) => void;
  readonly answerTimeoutMs?: number;
};

/** Longest time that a worker may take for one answer. */
const ANSWER_TIMEOUT_MS = 20_000;

const MAX_FAILURES = 3;

type PendingTask = { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void };

/**
 * Has a text judged by a worker while it is typed. One version is under way at a time; what is typed meanwhile becomes one further
 * version, so a worker never judges a text that is older than its last answer, and nothing queues up. A worker that fails or does not
 * answer is replaced.
 */
export class LiveJudge {
  private port: Port | undefined;
  private version = 0;
  private text: Text | undefined;
  /** The version under way, and the text of it. */
  private sent: Text | undefined;
  /** Changes since the version under way, or since the last verdict. */
  private since: ChangeSet | undefined;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextTask = 1;
  private readonly tasks = new Map<number, PendingTask>();

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
    if (!this.sent && this.port) this.sendChanges();
  }

  /** Has the worker do something else. Rejects when it fails or does not answer in time, with an `AbortError` once this is disposed. */
  run<Name extends TaskName>(name: Name, given: Tasks[Name]['given']): Promise<Tasks[Name]['result']> {
    const port = this.port ?? this.spawn();
    const id = this.nextTask++;
    return new Promise((resolve, reject) => {
      this.tasks.set(id, { resolve, reject });
      port.postMessage({ type: 'task', id, name, given } as Request);
      this.watch();
    });
  }

  /** Starts again after the worker has failed for good. */
  retry(): void {
    if (this.text) this.open(this.text);
  }

  dispose(): void {
    this.stop(new DOMException('disposed', 'AbortError'));
  }

  private start(): void {
    const { text } = this;
    if (!text) return;
    const port = this.port ?? this.spawn();
    this.sent = text;
    this.since = ChangeSet.empty(text.length);
    port.postMessage({ type: 'open', version: ++this.version, text: text.toString() });
    this.watch();
  }

  private spawn(): Port {
    const port = this.options.spawn();
    this.port = port;
    this.options.onState?.(true);
    port.onmessage = ({ data }) => this.receive(data);
    port.onerror = ({ message }) => this.fail(message ?? t.workerFailed);
    return port;
  }

  private sendChanges(): void {
    const { since, text } = this;
    if (!since || !text) return;
    const splices: Splice[] = [];
    since.iterChanges((from, to, _fromB, _toB, inserted) => splices.push({ from, to, insert: inserted.toString() }), true);
    this.sent = text;
    this.since = ChangeSet.empty(text.length);
    this.port?.postMessage({ type: 'change', version: ++this.version, splices });
    this.watch();
  }

  private receive(reply: Reply): void {
    if (reply.type === 'verdict') this.take(reply);
    else this.settle(reply);
    this.watch();
  }

  private take(verdict: Verdict): void {
    const { sent, since } = this;
    // An answer to a text that another one was opened in place of.
    if (verdict.version !== this.version || !sent || !since) return;
    this.failures = 0;
    this.sent = undefined;
    if (!since.empty) this.sendChanges();
    this.options.onVerdict({ ...verdict, text: sent, since });
  }

  private settle(reply: Exclude<Reply, { type: 'verdict' }>): void {
    const task = this.tasks.get(reply.id);
    this.tasks.delete(reply.id);
    if (reply.type === 'done') task?.resolve(reply.result as never);
    else task?.reject(new Error(reply.message));
  }

  /** Begins the time for the next answer, where one is due. */
  private watch(): void {
    clearTimeout(this.timer);
    if (!this.sent && this.tasks.size === 0) return;
    const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.options;
    this.timer = setTimeout(() => this.fail(t.workerSilent), answerTimeoutMs);
  }

  private fail(message: string): void {
    this.stop(new Error(message));
    this.failures += 1;
    if (this.failures < MAX_FAILURES) this.start();
    else this.options.onState?.(false);
  }

  private stop(reason: Error): void {
    clearTimeout(this.timer);
    this.port?.terminate();
    if (this.port) this.port.onmessage = this.port.onerror = null;
    this.port = this.sent = undefined;
    for (const { reject } of this.tasks.values()) reject(reason);
    this.tasks.clear();
  }
}
