import { useQuery } from '@tanstack/react-query';
import { counted } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { deliveriesQuery, type DeliverySummary, type Endpoint } from './queries.ts';
import { KINDS } from './status-tag.tsx';

/** How a destination does: its last success, since when it fails, what waits, and the outcomes of the latest deliveries. */
export function Health({ endpoint: { last_delivered_at: last, failing_since: failing, waiting } }: { readonly endpoint: Endpoint }) {
  const { data: deliveries } = useQuery(deliveriesQuery);
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Last delivered</dt>
          <dd>{last === null ? 'never' : <Time at={last} />}</dd>
        </div>
        <div>
          <dt>Failing since</dt>
          <dd>{failing === null ? 'not failing' : <Time at={failing} />}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{counted(waiting, 'delivery', 'deliveries')}</dd>
        </div>
      </dl>
      {deliveries && deliveries.length > 0 && <Outcomes deliveries={deliveries} />}
    </>
  );
}

const ORDER: readonly DeliverySummary['status'][] = ['delivered', 'failed', 'canceled', 'sending', 'queued'];

/** A bar for each of the latest deliveries, oldest first: its colour is the outcome, its height the attempts. */
function Outcomes({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const counts = ORDER.map((status) => ({ status, count: deliveries.filter((one) => one.status === status).length }));
  return (
    <figure>
      <div className="outcomes" aria-hidden="true">
        {[...deliveries].reverse().map(({ id, status, attempts }) => (
          <span key={id} className={`outcome ${KINDS[status]}`} style={{ height: `${(Math.max(1, attempts) / 6) * 100}%` }} />
        ))}
      </div>
      <figcaption className="hint">
        The latest {counted(deliveries.length, 'delivery', 'deliveries')}, each as high as its attempts:{' '}
        {counts
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => `${count} ${status}`)
          .join(', ')}
        .
      </figcaption>
    </figure>
  );
}
