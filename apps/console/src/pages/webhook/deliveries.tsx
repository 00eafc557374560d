import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { deliveriesQuery, type DeliverySummary } from './queries.ts';
import { StatusTag } from './status-tag.tsx';

const PAGE = 10;

/** The history: the latest 50 deliveries, ten at a time. */
export function Deliveries({ selected }: { readonly selected: string | null }) {
  const { data, error, refetch } = useQuery(deliveriesQuery);
  const [shown, setShown] = useState(PAGE);
  return (
    <section aria-labelledby="deliveries-heading" className="stack">
      <h2 id="deliveries-heading">Deliveries</h2>
      {error && <Problem error={error} retry={refetch} />}
      {!data && !error && <Loading label="Loading the deliveries" />}
      {data?.length === 0 && (
        <Empty title="Nothing was sent yet.">
          <p>A delivery appears when a destination is registered, a video stock fails or is matched, or the quota runs low.</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <DeliveryTable deliveries={data.slice(0, shown)} selected={selected} />
          <div className="more row">
            <span className="hint" role="status">
              {counted(Math.min(shown, data.length), 'delivery', 'deliveries')} of the latest {data.length}
            </span>
            {data.length > shown && (
              <button type="button" className="button" onClick={() => setShown(shown + PAGE)}>
                Show more
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

type TableProps = { readonly deliveries: readonly DeliverySummary[]; readonly selected: string | null };

function DeliveryTable({ deliveries, selected }: TableProps) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Deliveries, newest first">
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Attempts
            </th>
            <th scope="col">Created</th>
            <th scope="col">Delivered</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} isSelected={delivery.id === selected} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ delivery, isSelected }: { readonly delivery: DeliverySummary; readonly isSelected: boolean }) {
  const { id, event_type: type, status, attempts, created_at: created, delivered_at: delivered } = delivery;
  return (
    <tr aria-current={isSelected ? 'true' : undefined}>
      <td>
        <Link href={`/webhook?delivery=${id}`} aria-current={isSelected ? 'page' : undefined}>
          <code>{type}</code>
        </Link>
      </td>
      <td>
        <StatusTag status={status} />
      </td>
      <td className="number">{attempts}</td>
      <td>
        <Time at={created} />
      </td>
      <td>{delivered === null ? '—' : <Time at={delivered} />}</td>
    </tr>
  );
}
