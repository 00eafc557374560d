import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { ActionDialog, FormDialog } from '../../parts/dialog.tsx';
import { Button, Field, Form } from '../../parts/controls.tsx';
import { faultOf, Problem } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Health } from './health.tsx';
import { webhookQuery, type Endpoint } from './queries.ts';
import { Replay } from './replay.tsx';
import { rich } from '../../parts/rich.tsx';
import { t } from '../../texts/language.ts';

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
