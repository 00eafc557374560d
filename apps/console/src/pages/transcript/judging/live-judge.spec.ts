import { afterEach, expect, it, jest } from '@jest/globals';
import { EditorState, type ChangeSpec } from '@codemirror/state';
import { LiveJudge, type Judgement, type Port } from './live-judge.ts';
import type { Reply, Request } from './protocol.ts';
import { Reader } from './reader.ts';

const judges: LiveJudge[] = [];
afterEach(() => {
  for (const judge of judges.splice(0)) judge.dispose();
  jest.useRealTimers();
});

/** A worker that answers when the test lets it, with the real reader. */
class HeldWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  isTerminated = false;
  readonly requests: Request[] = [];
  private readonly replies: Reply[] = [];
  private readonly reader = new Reader((reply) => this.replies.push(reply));

  postMessage(request: Request): void {
    this.requests.push(request);
    this.reader.receive(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(): void {
    const reply = this.replies.shift();
    if (reply) this.onmessage?.({ data: reply });
  }
}

function aJudge() {
  const workers: HeldWorker[] = [];
  const verdicts: Judgement[] = [];
  const states: boolean[] = [];
  const judge = new LiveJudge({
    spawn: () => {
      workers.push(new HeldWorker());
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

it('what is typed during a judgement becomes one further judgement, and nothing between is judged', () => {
  const { worker, type, verdicts } = aJudge();
  for (const insert of ['a', 'b', 'c']) type({ from: 0, insert });
  expect(worker().requests).toHaveLength(1);
  worker().answer();
  worker().answer();
  worker().answer();
  expect(worker().requests.map(({ type: name }) => name)).toEqual(['open', 'change']);
  expect(verdicts.map(({ defectCount }) => defectCount)).toEqual([0, 1]);
});

it('a verdict comes with what was typed since its text', () => {
  const { worker, type, verdicts, text } = aJudge();
  type({ from: 0, insert: 'x' });
  type({ from: 5, to: 6 });
  worker().answer();
  const [{ since, text: judged }] = verdicts as [Judgement];
  expect(since.apply(judged).toString()).toBe(text());
});

it('the worker has the text that was typed, whatever the changes were', () => {
  const { worker, type, verdicts, text } = aJudge();
  worker().answer();
  type([{ from: 0, insert: 'NOTE' }, { from: 8, to: 12, insert: '9' }, { from: 33, insert: '\n\nloose' }]); // prettier-ignore
  type({ from: 2, to: 20 });
  worker().answer();
  worker().answer();
  const last = verdicts.at(-1)!;
  expect(last.text.toString()).toBe(text());
  const fresh = new HeldWorker();
  const answers: Reply[] = [];
  fresh.onmessage = ({ data }) => void answers.push(data);
  fresh.postMessage({ type: 'open', version: 1, text: text() });
  fresh.answer();
  expect((answers[0] as unknown as Judgement).defects).toEqual(last.defects);
});

it('the verdict of a text is dropped once another text was opened', () => {
  const { judge, worker, verdicts } = aJudge();
  judge.open(EditorState.create({ doc: 'other' }).doc);
  worker().answer();
  expect(verdicts).toEqual([]);
  worker().answer();
  expect(verdicts.map(({ text }) => text.toString())).toEqual(['other']);
});

it('a worker that fails or hangs is replaced, and the new one judges the present text', () => {
  jest.useFakeTimers();
  const { workers, worker, type, verdicts, text } = aJudge();
  type({ from: 0, insert: 'x' });
  worker().onerror?.({ message: 'out of memory' });
  expect([workers.length, workers[0]?.isTerminated]).toEqual([2, true]);
  jest.advanceTimersByTime(1000);
  expect(workers).toHaveLength(3);
  worker().answer();
  expect(verdicts.map((verdict) => verdict.text.toString())).toEqual([text()]);
});

it('after three failures in a row it stops and says so, until it is told to start again', () => {
  const { judge, workers, worker, states, verdicts } = aJudge();
  for (const _ of [1, 2, 3]) worker().onerror?.({});
  expect([workers.length, states.at(-1)]).toEqual([3, false]);
  judge.retry();
  worker().answer();
  expect([states.at(-1), verdicts.length]).toEqual([true, 1]);
});

it('a task is answered beside the judgements, and rejected when its worker is gone', async () => {
  const { judge, worker } = aJudge();
  const shift = judge.run('shift', { text: '00:00:01,000 --> 00:00:02,000\n', offsetMs: 1000 });
  worker().answer();
  worker().answer();
  await expect(shift).resolves.toMatchObject({ ok: true, count: 1 });
  const repair = judge.run('repair', { text: '' });
  judge.dispose();
  await expect(repair).rejects.toMatchObject({ name: 'AbortError' });
});
