import { afterEach, expect, it, jest } from '@jest/globals';
import { EditorState, type ChangeSpec } from '@codemirror/state';
import { LiveJudge, type Judgement, type RemoteReader } from './live-judge.ts';
import { Reader } from './reader.ts';

const judges: LiveJudge[] = [];
afterEach(() => {
  for (const judge of judges.splice(0)) judge.dispose();
  jest.useRealTimers();
});

/** A worker that answers when the test lets it, with the real reader. */
class HeldWorker {
  isTerminated = false;
  readonly asked: string[] = [];
  private readonly answers: (() => void)[] = [];
  readonly reader = new Proxy(new Reader(), {
    get: (reader, name) => (given: never, more: never) => {
      this.asked.push(String(name));
      const answer = reader[name as 'compare'](given, more, 'srt');
      return new Promise((resolve) => this.answers.push(() => resolve(answer)));
    },
  }) as unknown as RemoteReader;

  constructor(readonly fail: (error: Error) => void) {}

  terminate = (): void => void (this.isTerminated = true);

  async answer(): Promise<void> {
    this.answers.shift()?.();
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  }
}

function aJudge() {
  const workers: HeldWorker[] = [];
  const verdicts: Judgement[] = [];
  let failures = 0;
  const judge = new LiveJudge({
    spawn: (onFailure) => {
      workers.push(new HeldWorker(onFailure));
      return workers.at(-1)!;
    },
    onVerdict: (judgement) => verdicts.push(judgement),
    onFailure: () => void (failures += 1),
  });
  judges.push(judge);
  let state = EditorState.create({ doc: 'WEBVTT\n\n00:01.000 --> 00:02.000\nwords' });
  judge.open(state.doc);
  const type = (changes: ChangeSpec) => {
    const transaction = state.update({ changes });
    state = transaction.state;
    judge.change(transaction.changes, state.doc);
  };
  return { judge, workers, verdicts, failures: () => failures, type, text: () => state.doc.toString(), worker: () => workers.at(-1)! };
}

it('what is typed during a judgement becomes one further judgement, and nothing between is judged', async () => {
  const { worker, type, verdicts } = aJudge();
  for (const insert of ['a', 'b', 'c']) type({ from: 0, insert });
  expect(worker().asked).toHaveLength(1);
  await worker().answer();
  await worker().answer();
  await worker().answer();
  expect(worker().asked).toEqual(['read', 'read']);
  expect(verdicts.map(({ defectCount }) => defectCount)).toEqual([0, 1]);
});

it('a verdict comes with what was typed since its text', async () => {
  const { worker, type, verdicts, text } = aJudge();
  type({ from: 0, insert: 'x' });
  type({ from: 5, to: 6 });
  await worker().answer();
  const [{ since, text: judged }] = verdicts as [Judgement];
  expect(since.apply(judged).toString()).toBe(text());
});

it('the failure of a worker is told, and the next change or request starts another one, which judges the present text', async () => {
  const { judge, workers, worker, type, verdicts, text, failures } = aJudge();
  type({ from: 0, insert: 'x' });
  worker().fail(new Error('out of memory'));
  await worker().answer();
  expect([workers.length, workers[0]?.isTerminated, failures()]).toEqual([1, true, 1]);
  type({ from: 0, insert: 'y' });
  await worker().answer();
  expect([workers.length, ...verdicts.map((verdict) => verdict.text.toString())]).toEqual([2, text()]);
  worker().fail(new Error('out of memory'));
  void judge.judge();
  await worker().answer();
  expect([workers.length, verdicts.length]).toEqual([3, 2]);
});

it('what a worker reports that was given up does not end the next one', async () => {
  const { workers, worker, type, failures } = aJudge();
  worker().fail(new Error('out of memory'));
  await worker().answer();
  type({ from: 0, insert: 'y' });
  workers[0]?.fail(new Error('late'));
  expect([workers.length, worker().isTerminated, failures()]).toEqual([2, false, 1]);
});

it('a worker that does not answer within a minute has failed', async () => {
  jest.useFakeTimers();
  const { workers, worker, failures } = aJudge();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([workers.length, worker().isTerminated, failures()]).toEqual([1, true, 1]);
});

it('a judgement that is asked for during another one does not mix up what was typed since', async () => {
  const { judge, worker, type, verdicts, text } = aJudge();
  await worker().answer();
  type({ from: 0, insert: 'y' });
  type({ from: 1, to: 20 });
  void judge.judge();
  await worker().answer();
  const { text: judged, since } = verdicts.at(-1)!;
  expect(since.apply(judged).toString()).toBe(text());
});

it('another request is answered beside the judgements, and rejected when its worker is gone', async () => {
  const { judge, worker } = aJudge();
  const comparison = judge.run((reader) => reader.compare('one', 'two', 'srt'));
  await worker().answer();
  await worker().answer();
  await expect(comparison).resolves.toMatchObject({ before: 'two', after: 'one' });
  const repair = judge.run((reader) => reader.repair(''));
  judge.dispose();
  await expect(repair).rejects.toMatchObject({ name: 'AbortError' });
  await expect(judge.run((reader) => reader.repair(''))).rejects.toMatchObject({ name: 'AbortError' });
});
