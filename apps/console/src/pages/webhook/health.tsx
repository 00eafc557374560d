import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../parts/table.tsx';
import { Time } from '../../parts/format.ts';
import { deliveriesQuery, type DeliverySummary, type Endpoint } from './queries.ts';
import { KINDS } from './deliveries.tsx';
import { t } from '../../texts/language.ts';

/** A destination's state: its last success, since when it fails, what waits, and the latest deliveries' outcomes. */
export function Health({ endpoint: { last_delivered_at: last, failing_since: failing, waiting } }: { readonly endpoint: Endpoint }) {
  const { data: deliveries } = useQuery(deliveriesQuery);
  return (
    <>
      <Facts
        of={[
          [t('Last delivered'), last === null ? t('never') : <Time at={last} />],
          [t('Failing since'), failing === null ? t('not failing') : <Time at={failing} />],
          [t('Waiting'), t('{0|delivery|deliveries}', waiting)],
        ]}
      />
      {deliveries && deliveries.length > 0 && <Outcomes deliveries={deliveries} />}
    </>
  );
}

const ORDER = ['delivered', 'failed', 'canceled', 'sending', 'queued'] as const;

/** A bar for each of the latest deliveries, oldest first: its colour is the outcome, its height the attempts. */
function Outcomes({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const countOf = (status: DeliverySummary['status']) => deliveries.filter((one) => one.status === status).length;
  const counts = ORDER.filter((status) => countOf(status) > 0).map((status) => `${countOf(status)} ${t(status)}`);
  return (
    <figure>
      <div className="outcomes" aria-hidden="true">
        {[...deliveries].reverse().map(({ id, status, attempts }) => (
          <span key={id} className={`outcome ${KINDS[status]}`} style={{ height: `${(Math.max(1, attempts) / 6) * 100}%` }} />
        ))}
      </div>
      <figcaption className="hint">
        {t('The latest {0|delivery|deliveries}, each as high as its attempts: {1}.', deliveries.length, counts.join(', '))}
      </figcaption>
    </figure>
  );
}
