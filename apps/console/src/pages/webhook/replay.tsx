import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';

import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../session/permissions.tsx';
import { webhookQuery } from './queries.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/webhook.ts';

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
    done: ({ count }) => (count === 0 ? t.nothingMissed : t.replayed(count)),
    changes: [webhookQuery.queryKey],
    showsFailure: true,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <form className="stack" aria-label={t.replay} onSubmit={submit}>
      <div className="row">
        <label className="field">
          {t.replaySince}
          <input type="datetime-local" required disabled={!mayUpdate} value={since} onChange={({ target }) => setSince(target.value)} />
        </label>
        <Button type="submit" disabled={!mayUpdate || replay.isPending}>
          {t.replay}
        </Button>
      </div>
      {replay.error && <Problem error={replay.error} />}
    </form>
  );
}
