import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { Destination } from './destination.tsx';
import { webhookQuery } from './queries.ts';
import { Samples } from './samples.tsx';
import './webhook.css';
import { t } from '../../texts/webhook.ts';
import { t as frame } from '../../texts/frame.ts';

/** The destination of notifications, what was sent to it, and how to receive it. `?delivery=` opens one delivery. */
export function Webhook() {
  const { data: endpoint, error, refetch } = useQuery(webhookQuery);
  const [search] = useSearchParams();
  const selected = search.get('delivery');
  return (
    <Page title={frame.nav.webhook}>
      <div className="stack webhook">
        {error && <Problem error={error} retry={refetch} />}
        {endpoint === undefined && !error && <Loading label={t.loading} />}
        {endpoint !== undefined && <Destination endpoint={endpoint} />}
        {selected !== null && <Delivery key={selected} id={selected} />}
        <Deliveries selected={selected} />
        <Samples url={endpoint?.url ?? null} />
      </div>
    </Page>
  );
}
