import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { Destination } from './destination.tsx';
import { webhookQuery } from './queries.ts';
import './webhook.css';
import { rich, t } from '../../texts/language.ts';

/** The destination of notifications, and what was sent to it. `?delivery=` opens one delivery. */
export function Webhook() {
  const webhook = useQuery(webhookQuery);
  const [search] = useSearchParams();
  const selected = search.get('delivery');
  return (
    <Page title={t('Webhook')}>
      <div className="stack">
        <Loaded query={webhook}>{(endpoint) => <Destination endpoint={endpoint} />}</Loaded>
        {selected !== null && <Delivery key={selected} id={selected} />}
        <Deliveries selected={selected} />
        <p className="hint">
          {rich('{0} has receivers in four languages that verify every request.', <a href="/docs/guides/webhooks">{t('The guide')}</a>)}
        </p>
      </div>
    </Page>
  );
}
