import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/format.ts';
import { Copy } from '../../parts/copy.tsx';
import { deliveryQuery, webhookQuery, type DeliveryDetails } from './queries.ts';
import { StatusTag } from './deliveries.tsx';
import { Button } from '../../parts/controls.tsx';
import { rich, asDecimal, t } from '../../texts/language.ts';

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
            t('Delivery')
          )}
        </h2>
        <Link href="/webhook" className="button">
          {t('Close')}
        </Link>
      </div>
      <Loaded query={delivery}>
        {(data) => (
          <>
            {data.next_attempt_at !== null && <p>{rich('Next attempt {0}', <Time at={data.next_attempt_at} />)}</p>}
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
  if (log.length === 0) return <p className="hint">{t('No attempt was made yet.')}</p>;
  return (
    <div>
      <h3>{t('Attempts')}</h3>
      <Table
        label={t('Attempts')}
        columns={[{ number: t('No.') }, t('Started'), { number: t('Duration') }, t('Outcome')]}
        rows={log.map(({ number, started_at: startedAt, duration_ms: duration, outcome }) => {
          const tag = <span className={/^2\d\d$/.test(outcome) ? 'tag tag-good' : 'tag tag-bad'}>{outcome}</span>;
          return { key: number, cells: [number, <Time at={startedAt} />, asMilliseconds(duration), tag] };
        })}
      />
      <p className="hint">
        <a href="/docs/guides/webhooks#outcomes">{t('What an outcome means')}</a>
      </p>
    </div>
  );
}

function Payload({ payload }: Pick<DeliveryDetails, 'payload'>) {
  if (payload === null || payload === undefined)
    return (
      <p className="hint">
        {rich(
          'The body is {0}. Only the service and the destination may know the challenge. Answer 2xx with {1}.',
          <code>{'{"data":{"challenge":…}}'}</code>,
          <code>{'{"challenge":…}'}</code>,
        )}
      </p>
    );
  return (
    <div className="stack">
      <h3>{t('Payload')}</h3>
      <pre className="code" dir="auto" tabIndex={0} aria-label={t('Payload')}>
        {JSON.stringify(payload, null, 2)}
      </pre>
      <div className="row">
        <Copy text={JSON.stringify(payload)} label={t('Copy the raw body')} />
        <span className="hint">{t('It is sent in one line. Verify the raw bytes: JSON that is written again has another signature.')}</span>
      </div>
    </div>
  );
}

/** A duration of an attempt. */
function asMilliseconds(ms: number | null): string {
  if (ms === null) return '—';
  return ms < 1000 ? `${ms} ms` : `${asDecimal(ms / 1000, 2)} s`;
}

function Redeliver({ delivery }: { readonly delivery: DeliveryDetails }) {
  const [, navigate] = useLocation();
  const redeliver = useAction({
    run: async () =>
      (await api.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery: delivery.id } } })).data.data,
    done: () => t('The event is sent again, with the same id and bytes.'),
    tellsFailure: true,
    changes: [webhookQuery.queryKey],
    onSuccess: ({ id }) => navigate(`/webhook?delivery=${id}`),
  });
  return (
    <div className="row">
      <Button needs="update" disabled={redeliver.isPending} onClick={() => redeliver.mutate()}>
        {t('Send again')}
      </Button>
      <span className="hint">{t('A new delivery of the same event to the present destination.')}</span>
    </div>
  );
}
