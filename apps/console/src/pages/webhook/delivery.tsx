import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { Copy } from '../../parts/copy.tsx';
import { deliveryQuery, webhookQuery, type DeliveryDetails } from './queries.ts';
import { StatusTag } from './status-tag.tsx';
import { Button } from '../../parts/button.tsx';
import { asDecimal } from '../../texts/language.ts';
import { t } from '../../texts/webhook.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';

/** One delivery as the author of its receiver needs it: request, attempts, and what comes next. */
export function Delivery({ id }: { readonly id: string }) {
  const delivery = useQuery(deliveryQuery(id));
  return (
    <section aria-labelledby="delivery-heading" className="sheet stack">
      <div className="toolbar">
        <h2 id="delivery-heading">
          {delivery.data ? (
            <>
              <code>{delivery.data.event_type}</code> <StatusTag status={delivery.data.status} />
            </>
          ) : (
            t.delivery
          )}
        </h2>
        <Link href="/webhook" className="button">
          {frame.close}
        </Link>
      </div>
      <Loaded query={delivery}>
        {(data) => (
          <>
            {data.next_attempt_at !== null && (
              <p>
                <Rich of={t.nextAttempt(<Time at={data.next_attempt_at} />)} />
              </p>
            )}
            <Attempts delivery={data} />
            <Payload payload={data.payload} />
            <Redeliver delivery={data} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Attempts({ delivery: { attempt_log: log } }: { readonly delivery: DeliveryDetails }) {
  if (log.length === 0) return <p className="hint">{t.noAttempt}</p>;
  return (
    <div>
      <h3>{t.attempts}</h3>
      <Table label={t.attempts} columns={[{ number: t.number }, t.started, t.duration, t.outcome]}>
        {log.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </Table>
      <p className="hint">
        <a href="/docs/guides/webhooks#outcomes">{t.says}</a>
      </p>
    </div>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryDetails['attempt_log'][number] }) {
  const { number, started_at: startedAt, duration_ms: duration, outcome } = attempt;
  return (
    <tr>
      <td className="number">{number}</td>
      <td>
        <Time at={startedAt} />
      </td>
      <td className="number">{asMilliseconds(duration)}</td>
      <td>
        <span className={/^2\d\d$/.test(outcome) ? 'tag tag-good' : 'tag tag-bad'}>{outcome}</span>
      </td>
    </tr>
  );
}

function Payload({ payload }: Pick<DeliveryDetails, 'payload'>) {
  if (payload === null || payload === undefined)
    return (
      <p className="hint">
        <Rich of={t.secretBody(<code>{'{"data":{"challenge":…}}'}</code>, <code>{'{"challenge":…}'}</code>)} />
      </p>
    );
  return (
    <div className="stack">
      <h3>{t.payload}</h3>
      <pre className="code" dir="auto" tabIndex={0} aria-label={t.payload}>
        {JSON.stringify(payload, null, 2)}
      </pre>
      <div className="row">
        <Copy text={JSON.stringify(payload)} label={t.copyBody} />
        <span className="hint">{t.rawHint}</span>
      </div>
    </div>
  );
}

/** A duration of an attempt. */
function asMilliseconds(ms: number | null): string {
  if (ms === null) return t.notKnown;
  return ms < 1000 ? `${ms} ms` : `${asDecimal(ms / 1000, 2)} s`;
}

function Redeliver({ delivery }: { readonly delivery: DeliveryDetails }) {
  const mayUpdate = useMay('update');
  const [, navigate] = useLocation();
  const redeliver = useAction({
    run: async () =>
      (await api.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery: delivery.id } } })).data.data,
    done: () => t.sentAgain,
    tellsFailure: true,
    changes: [webhookQuery.queryKey],
    onSuccess: ({ id }) => navigate(`/webhook?delivery=${id}`),
  });
  return (
    <div className="row">
      <Button disabled={!mayUpdate || redeliver.isPending} onClick={() => redeliver.mutate()}>
        {t.sendAgain}
      </Button>
      <span className="hint">{t.sendAgainHint}</span>
    </div>
  );
}
