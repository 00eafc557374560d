import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { counted } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../session/permissions.tsx';
import { webhookQuery } from './queries.ts';

const DAY_MS = 86_400_000;

/** The value of a field for a local time: `2026-10-01T08:00`. */
function asFieldValue(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends everything again that the destination has not received since a time. */
export function Replay() {
  const mayUpdate = useMay('update');
  const [since, setSince] = useState(() => asFieldValue(Date.now() - DAY_MS));
  const replay = useAction({
    run: async () => (await api.POST('/api/v1/video-webhook/replay', { body: { since: new Date(since).toISOString() } })).data.data,
    done: ({ count }) => (count === 0 ? 'Nothing was missed.' : `${counted(count, 'event')} will be sent again.`),
    changes: [webhookQuery.queryKey],
    showsFailure: true,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <form className="stack" aria-label="Replay" onSubmit={submit}>
      <div className="row">
        <label className="field">
          Send again what was missed since
          <input type="datetime-local" required disabled={!mayUpdate} value={since} onChange={({ target }) => setSince(target.value)} />
        </label>
        <button className="button" disabled={!mayUpdate || replay.isPending}>
          Replay
        </button>
      </div>
      {replay.error && <Problem error={replay.error} />}
    </form>
  );
}
