import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';

import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { deliveriesQuery, type DeliverySummary } from './queries.ts';
import { StatusTag } from './status-tag.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/webhook.ts';
import { t as frame } from '../../texts/frame.ts';

const PAGE = 10;

/** The history: the latest 50 deliveries, ten at a time. */
export function Deliveries({ selected }: { readonly selected: string | null }) {
  const { data, error, refetch } = useQuery(deliveriesQuery);
  const [shown, setShown] = useState(PAGE);
  return (
    <section aria-labelledby="deliveries-heading" className="stack">
      <h2 id="deliveries-heading">{t.deliveries}</h2>
      {error && <Problem error={error} retry={refetch} />}
      {!data && !error && <Loading label={t.loadingDeliveries} />}
      {data?.length === 0 && (
        <Empty title={t.nothingSent}>
          <p>{t.nothingSentHint}</p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <DeliveryTable deliveries={data.slice(0, shown)} selected={selected} />
          <div className="more row">
            <span className="hint" role="status">
              {t.ofLatest(Math.min(shown, data.length), data.length)}
            </span>
            {data.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{frame.showMore}</Button>}
          </div>
        </>
      )}
    </section>
  );
}

type TableProps = { readonly deliveries: readonly DeliverySummary[]; readonly selected: string | null };

function DeliveryTable({ deliveries, selected }: TableProps) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t.list}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.event}</th>
            <th scope="col">{t.state}</th>
            <th scope="col" className="number">
              {t.attempts}
            </th>
            <th scope="col">{t.created}</th>
            <th scope="col">{t.delivered}</th>
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
