import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/format.ts';
import { deliveriesQuery, type DeliverySummary } from './queries.ts';
import { t } from '../../texts/language.ts';

/** The history: the latest 50 deliveries. */
export function Deliveries({ selected }: { readonly selected: string | null }) {
  const deliveries = useQuery(deliveriesQuery);
  return (
    <section aria-labelledby="deliveries-heading" className="stack">
      <h2 id="deliveries-heading">{t('Deliveries')}</h2>
      <Loaded query={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t('Nothing was sent yet.')}>
              {t('A delivery appears when a destination is registered, a video stock fails or is matched, or the quota runs low.')}
            </Empty>
          ) : (
            <Table
              label={t('Deliveries, newest first')}
              columns={[t('Event'), t('State'), { number: t('Attempts') }, t('Created'), t('Delivered')]}
              rows={all.map((delivery) => rowOf(delivery, delivery.id === selected))}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function rowOf(
  { id, event_type: type, status, attempts, created_at: created, delivered_at: delivered }: DeliverySummary,
  isCurrent: boolean,
) {
  const link = (
    <Link href={`/webhook?delivery=${id}`} aria-current={isCurrent ? 'page' : undefined}>
      <code>{type}</code>
    </Link>
  );
  const cells = [link, <StatusTag status={status} />, attempts, <Time at={created} />, delivered === null ? '—' : <Time at={delivered} />];
  return { key: id, isCurrent, cells };
}

export const KINDS = { queued: 'tag-warn', sending: 'tag-warn', delivered: 'tag-good', failed: 'tag-bad', canceled: '' } as const;

export function StatusTag({ status }: Pick<DeliverySummary, 'status'>) {
  return <span className={`tag ${KINDS[status]}`}>{t(status)}</span>;
}
