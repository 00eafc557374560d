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
      const answer = reader[name as 'shift'](given, more);
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
  const states: boolean[] = [];
  const judge = new LiveJudge({
    spawn: (onFailure) => {
      workers.push(new HeldWorker(onFailure));
      return workers.at(-1)!;
    },
    onVerdict: (judgement) => verdicts.push(judgement),
    onState: (isAlive) => states.push(isAlive),
    answerTimeoutMs: 1000,
  });
  judges.push(judge);
  let state = EditorState.create({ doc: 'WEBVTT\n\n00:01.000 --> 00:02.000\nwords' });
  judge.open(state.doc);
  const type = (changes: ChangeSpec) => {
    const transaction = state.update({ changes });
    state = transaction.state;
    judge.change(transaction.changes, state.doc);
  };
  return { judge, workers, verdicts, states, type, text: () => state.doc.toString(), worker: () => workers.at(-1)! };
}

it('what is typed during a judgement becomes one further judgement, and nothing between is judged', async () => {
  const { worker, type, verdicts } = aJudge();
  for (const insert of ['a', 'b', 'c']) type({ from: 0, insert });
  expect(worker().asked).toHaveLength(1);
  await worker().answer();
  await worker().answer();
  await worker().answer();
  expect(worker().asked).toEqual(['open', 'change']);
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

it('the worker has the text that was typed, whatever the changes were', async () => {
  const { worker, type, verdicts, text } = aJudge();
  await worker().answer();
  type([{ from: 0, insert: 'NOTE' }, { from: 8, to: 12, insert: '9' }, { from: 33, insert: '\n\nloose' }]); // prettier-ignore
  type({ from: 2, to: 20 });
  await worker().answer();
  await worker().answer();
  const last = verdicts.at(-1)!;
  expect(last.text.toString()).toBe(text());
  expect(last.defects).toEqual(new Reader().open(text()).defects);
});

it('the verdict of a text is dropped once another text was opened', async () => {
  const { judge, worker, verdicts } = aJudge();
  judge.open(EditorState.create({ doc: 'other' }).doc);
  await worker().answer();
  expect(verdicts).toEqual([]);
  await worker().answer();
  expect(verdicts.map(({ text }) => text.toString())).toEqual(['other']);
});

it('a worker that fails or hangs is replaced, and the new one judges the present text', async () => {
  jest.useFakeTimers();
  const { workers, worker, type, verdicts, text } = aJudge();
  type({ from: 0, insert: 'x' });
  worker().fail(new Error('out of memory'));
  expect([workers.length, workers[0]?.isTerminated]).toEqual([2, true]);
  jest.advanceTimersByTime(1000);
  expect(workers).toHaveLength(3);
  await worker().answer();
  expect(verdicts.map((verdict) => verdict.text.toString())).toEqual([text()]);
});

it('after three failures in a row it stops and says so, until it is told to start again', async () => {
  const { judge, workers, worker, states, verdicts } = aJudge();
  for (const _ of [1, 2, 3]) worker().fail(new Error('no memory'));
  expect([workers.length, states.at(-1)]).toEqual([3, false]);
  judge.retry();
  await worker().answer();
  expect([states.at(-1), verdicts.length]).toEqual([true, 1]);
});

it('a worker has its time for each answer, however many requests wait for one', async () => {
  jest.useFakeTimers();
  const { judge, workers, worker } = aJudge();
  const offsets = [1000, 2000].map((ms) => judge.run((reader) => reader.shift('00:00:01,000 --> 00:00:02,000\n', ms)));
  for (const _ of [1, 2, 3]) {
    jest.advanceTimersByTime(700);
    await worker().answer();
  }
  await expect(Promise.all(offsets)).resolves.toHaveLength(2);
  expect(workers).toHaveLength(1);
});

it('a request after the last failure has the present text judged again', async () => {
  const { judge, worker, states, type, verdicts, text } = aJudge();
  for (const _ of [1, 2, 3]) worker().fail(new Error('no memory'));
  type({ from: 0, insert: 'x' });
  const repair = judge.run((reader) => reader.repair(text()));
  await worker().answer();
  await worker().answer();
  await repair;
  expect([states.at(-1), ...verdicts.map((verdict) => verdict.text.toString())]).toEqual([true, text()]);
});

it('another request is answered beside the judgements, and rejected when its worker is gone', async () => {
  const { judge, worker } = aJudge();
  const shift = judge.run((reader) => reader.shift('00:00:01,000 --> 00:00:02,000\n', 1000));
  await worker().answer();
  await worker().answer();
  await expect(shift).resolves.toMatchObject({ ok: true, count: 1 });
  const repair = judge.run((reader) => reader.repair(''));
  judge.dispose();
  await expect(repair).rejects.toMatchObject({ name: 'AbortError' });
  await expect(judge.run((reader) => reader.repair(''))).rejects.toMatchObject({ name: 'AbortError' });
});
