import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { Rich } from '../../parts/rich.tsx';
import { Loaded } from '../../parts/states.tsx';
import { t as frame } from '../../texts/frame.ts';
import { t } from '../../texts/webhook.ts';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { Destination } from './destination.tsx';
import { webhookQuery } from './queries.ts';
import './webhook.css';

/** The destination of notifications, and what was sent to it. `?delivery=` opens one delivery. */
export function Webhook() {
  const webhook = useQuery(webhookQuery);
  const [search] = useSearchParams();
  const selected = search.get('delivery');
  return (
    <Page title={frame.nav.webhook}>
      <div className="stack webhook">
        <Loaded query={webhook}>{(endpoint) => <Destination endpoint={endpoint} />}</Loaded>
        {selected !== null && <Delivery key={selected} id={selected} />}
        <Deliveries selected={selected} />
        <p className="hint">
          <Rich of={t.guide(<a href="/docs/guides/webhooks">{t.theGuide}</a>)} />
        </p>
      </div>
    </Page>
  );
}
