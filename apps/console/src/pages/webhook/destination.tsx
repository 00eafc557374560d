import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { ActionDialog, FormDialog } from '../../parts/dialog.tsx';
import { Button, Field, Form } from '../../parts/controls.tsx';
import { faultOf, Problem } from '../../parts/states.tsx';
import { Time } from '../../parts/format.ts';
import { Secret } from '../../parts/copy.tsx';
import { Health } from './health.tsx';
import { type Endpoint, webhookQuery } from './queries.ts';
import { rich, t } from '../../texts/language.ts';

/** The destination: what it is, and how it becomes another. */
export function Destination({ endpoint }: { readonly endpoint: Endpoint | null }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="destination-heading" className="sheet stack">
      <h2 id="destination-heading">{t('Destination')}</h2>
      {secret !== undefined && <Secret title={t('The signing secret.')} secret={secret} onStored={() => setSecret(undefined)} />}
      {endpoint && <State endpoint={endpoint} />}
      {endpoint && <Health endpoint={endpoint} />}
      {endpoint?.active && <Replay />}
      <Registration key={endpoint?.id} endpoint={endpoint} onRegistered={setSecret} />
    </section>
  );
}

function State({ endpoint: { url, active, verified_at: verifiedAt } }: { readonly endpoint: Endpoint }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <p>
        <bdi className="mono">{url}</bdi>{' '}
        <span className={active ? 'tag tag-good' : 'tag tag-warn'}>{active ? t('active') : t('not verified')}</span>
      </p>
      {active && verifiedAt !== null ? (
        <p className="hint">{rich('Verified on {0}.', <Time at={verifiedAt} />)}</p>
      ) : (
        <p>
          {rich(
            'The service has sent {0}. Once your receiver answers 2xx with the {1} it got, events are delivered; until then they wait. Its attempts are in the list below.',
            <code>{'webhook.verification'}</code>,
            <code>{'challenge'}</code>,
          )}
        </p>
      )}
      <div className="row">
        {!active && <VerifyAgain />}
        <Button kind="danger" needs="delete" onClick={() => setRemoving(true)}>
          {t('Remove…')}
        </Button>
      </div>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  );
}

function VerifyAgain() {
  const verify = useAction({
    run: () => api.POST('/api/v1/video-webhook/verify'),
    done: () => t('A new challenge is on its way.'),
    tellsFailure: true,
    changes: [webhookQuery.queryKey],
  });
  return (
    <Button needs="update" disabled={verify.isPending} onClick={() => verify.mutate()}>
      {t('Verify again')}
    </Button>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ActionDialog
      title={t('Remove the destination?')}
      onClose={onClose}
      submit={t('Remove it')}
      kind="danger"
      run={() => api.DELETE('/api/v1/video-webhook')}
      done={() => t('The destination is removed.')}
      changes={[webhookQuery.queryKey]}
    >
      <p>{t('Queued deliveries are canceled, and events that happen without a destination are not kept.')}</p>
    </ActionDialog>
  );
}

type RegistrationProps = { readonly endpoint: Endpoint | null; readonly onRegistered: (secret: string) => void };

function useRegister(url: string, onRegistered: (secret: string) => void) {
  const client = useQueryClient();
  return useAction({
    run: async () => (await api.PUT('/api/v1/video-webhook', { body: { url: url.trim() } })).data.data,
    changes: [webhookQuery.queryKey],
    onSuccess: ({ endpoint: made, signing_secret: secret }) => {
      client.setQueryData(webhookQuery.queryKey, made);
      onRegistered(secret);
    },
  });
}

/** Registers a destination; one that replaces another is asked about first. */
function Registration({ endpoint, onRegistered }: RegistrationProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [isAsking, setAsking] = useState(false);
  const register = useRegister(url, onRegistered);
  const replace = () => {
    setAsking(false);
    register.mutate();
  };
  const fault = faultOf(register.error, 'url');
  return (
    <>
      <Form needs="update" onSubmit={() => (endpoint ? setAsking(true) : register.mutate())}>
        <Field
          label={endpoint ? t('Replace it by') : t('URL of your receiver')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="https://hooks.example.com/podcasts"
          value={url}
          onChange={setUrl}
          fault={fault}
          hint={t('https, port 443, a host with public IPv4 addresses. Five registrations and verifications an hour.')}
        >
          <Button type="submit" kind="primary" disabled={register.isPending}>
            {endpoint ? t('Replace…') : t('Register')}
          </Button>
        </Field>
        {register.error && fault === undefined && <Problem error={register.error} />}
      </Form>
      {isAsking && (
        <FormDialog title={t('Replace the destination?')} onClose={() => setAsking(false)} submit={t('Replace it')} onSubmit={replace}>
          <p>{t('There will be a new signing secret. The one in use is no longer valid, and queued deliveries are canceled.')}</p>
        </FormDialog>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;

/** The value of a field for a local time: `2026-10-01T08:00`. */
function asFieldValue(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends everything again that the destination has not received since a time. */
export function Replay() {
  const [since, setSince] = useState(() => asFieldValue(Date.now() - DAY_MS));
  const replay = useAction({
    run: async () => (await api.POST('/api/v1/video-webhook/replay', { body: { since: new Date(since).toISOString() } })).data.data,
    done: ({ count }) => t('{0|event|events} will be sent again.', count),
    changes: [webhookQuery.queryKey],
  });
  return (
    <Form needs="update" aria-label={t('Replay')} onSubmit={replay.mutate}>
      <Field label={t('Send again what was missed since')} type="datetime-local" required value={since} onChange={setSince}>
        <Button type="submit" disabled={replay.isPending}>
          {t('Replay')}
        </Button>
      </Field>
      {replay.error && <Problem error={replay.error} />}
    </Form>
  );
}
