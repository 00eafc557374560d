import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Button, Field, Form } from '../../parts/controls.tsx';
import { Problem } from '../../parts/states.tsx';
import { webhookQuery } from './queries.ts';
import { t } from '../../texts/language.ts';

const DAY_MS = 86_400_000;

/** The value of a field for a local time: `2026-10-01T08:00`. */
function asFieldValue(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends everything again that the destination has not received since a time. */
export function Replay() {
  const [since, setSince] = useState(() => asFieldValue(Date.now() - DAY_MS));
  const replay = useAction({
    run: async () => (await api.POST('/api/v1/video-webhook/replay', { body: { since: new Date(since).toISOString() } })).data.data,
    done: ({ count }) => (count === 0 ? t('Nothing was missed.') : t('{0|event|events} will be sent again.', count)),
    changes: [webhookQuery.queryKey],
  });
  return (
    <Form needs="update" aria-label={t('Replay')} onSubmit={replay.mutate}>
      <Field label={t('Send again what was missed since')} type="datetime-local" required value={since} onChange={setSince}>
        <Button type="submit" disabled={replay.isPending}>
          {t('Replay')}
        </Button>
      </Field>
      {replay.error && <Problem error={replay.error} />}
    </Form>
  );
}
