import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { inLocalTime, inUtc } from '../../parts/format.ts';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { Copy } from '../../parts/copy.tsx';
import { asMilliseconds, untilThen } from './countdown.ts';
import { explain } from './outcomes.ts';
import { deliveryQuery, webhookQuery, type DeliveryDetails } from './queries.ts';
import { requestOf } from './request.ts';
import { StatusTag } from './status-tag.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/webhook.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';

/** One delivery as the author of its receiver needs it: request, attempts, and what comes next. */
export function Delivery({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(deliveryQuery(id));
  return (
    <section aria-labelledby="delivery-heading" className="sheet stack">
      <div className="row delivery-head">
        <h2 id="delivery-heading">
          {data ? (
            <>
              <code>{data.event_type}</code> <StatusTag status={data.status} />
            </>
          ) : (
            t.delivery
          )}
        </h2>
        <Link href="/webhook" className="button">
          {frame.close}
        </Link>
      </div>
      {error && <Problem error={error} retry={refetch} />}
      {!data && !error && <Loading label={t.loadingDelivery} />}
      {data && <Details delivery={data} />}
    </section>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryDetails }) {
  return (
    <>
      {delivery.next_attempt_at !== null && <NextAttempt at={delivery.next_attempt_at} />}
      <Attempts delivery={delivery} />
      <Request delivery={delivery} />
      <Redeliver delivery={delivery} />
    </>
  );
}

/** Counts down to the next attempt, and looks for its outcome when it is due. */
function NextAttempt({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      <Rich
        of={t.nextAttempt(
          <time dateTime={at} title={inUtc(at)} className="countdown">
            {untilThen(Date.parse(at) - now)}
          </time>,
        )}
      />
      <span className="hint"> ({inLocalTime(at)})</span>
    </p>
  );
}

function Attempts({ delivery: { attempt_log: log } }: { readonly delivery: DeliveryDetails }) {
  if (log.length === 0) return <p className="hint">{t.noAttempt}</p>;
  return (
    <div>
      <h3 id="attempts-heading">{t.attempts}</h3>
      <div className="scroll-x" tabIndex={0} role="region" aria-labelledby="attempts-heading">
        <table>
          <thead>
            <tr>
              <th scope="col" className="number">
                {t.number}
              </th>
              <th scope="col">{t.started}</th>
              <th scope="col">{t.duration}</th>
              <th scope="col">{t.outcome}</th>
              <th scope="col">{t.says}</th>
            </tr>
          </thead>
          <tbody>
            {log.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryDetails['attempt_log'][number] }) {
  const { number, started_at: startedAt, duration_ms: duration, outcome } = attempt;
  const { isGood, meaning, check } = explain(outcome);
  return (
    <tr>
      <td className="number">{number}</td>
      <td>
        <Time at={startedAt} />
      </td>
      <td className="number">{asMilliseconds(duration)}</td>
      <td>
        <span className={isGood ? 'tag tag-good' : 'tag tag-bad'}>{outcome}</span>
      </td>
      <td className="wide-cell">
        {meaning} {check !== undefined && <strong>{check}</strong>}
      </td>
    </tr>
  );
}

function Request({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { line, headers, body } = requestOf(delivery);
  return (
    <div className="stack">
      <h3>{t.request}</h3>
      <pre className="code" tabIndex={0} aria-label={t.requestLabel}>
        {line}
        {headers.map(({ name, value, isPerAttempt }) => (
          <span key={name} className="header-line">
            {'\n'}
            <b>{name}</b>: {isPerAttempt ? <i>{value}</i> : value}
          </span>
        ))}
      </pre>
      {body === null ? (
        <p className="hint">
          <Rich
            of={t.secretBody(
              <code>{'{"id":…,"type":"webhook.verification","createdAt":…,"data":{"challenge":…}}'}</code>,
              <code>{'{"challenge":…}'}</code>,
            )}
          />
        </p>
      ) : (
        <>
          <pre className="code payload" dir="auto" tabIndex={0} aria-label={t.bodyLabel}>
            {laidOut(delivery.payload)}
          </pre>
          <div className="row">
            <Copy text={body} label={t.copyBody} />
            <span className="hint">{t.rawHint}</span>
          </div>
        </>
      )}
    </div>
  );
}

/** Characters of a payload that are shown; all of it can be copied. */
const MAX_SHOWN = 50_000;

function laidOut(payload: unknown): string {
  const text = JSON.stringify(payload, null, 2);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…\n${t.moreCharacters(text.length - MAX_SHOWN)}`;
}

function Redeliver({ delivery }: { readonly delivery: DeliveryDetails }) {
  const mayUpdate = useMay('update');
  const { data: endpoint } = useQuery(webhookQuery);
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const redeliver = useMutation({
    mutationFn: async () =>
      (await api.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery: delivery.id } } })).data.data,
    onSuccess: ({ id }) => {
      notify(t.sentAgain);
      navigate(`/webhook?delivery=${id}`);
    },
    onError: notifyOfFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey }),
  });
  const reason = whyNot(delivery, endpoint?.active === true);
  return (
    <div className="row">
      <Button disabled={!mayUpdate || reason !== undefined || redeliver.isPending} onClick={() => redeliver.mutate()}>
        {t.sendAgain}
      </Button>
      <span className="hint">{reason ?? t.sendAgainHint}</span>
    </div>
  );
}

/** Why the API would refuse to send an event again. */
function whyNot({ event_type: type, status }: DeliveryDetails, isActive: boolean): string | undefined {
  if (type === 'webhook.verification') return t.useVerify;
  if (status === 'queued' || status === 'sending') return t.notEnded;
  return isActive ? undefined : t.noDestination;
}
