import { ApiError } from '@app/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { Modal } from '../../parts/modal.tsx';
import { notify, notifyOfFailure } from '../../parts/notices.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { Copy } from './copy.tsx';
import { webhookQuery, type Endpoint } from './queries.ts';

/** The destination: what it is, and how it becomes another. */
export function Destination({ endpoint }: { readonly endpoint: Endpoint | null }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="destination-heading" className="sheet stack">
      <h2 id="destination-heading">Destination</h2>
      {secret !== undefined && <Secret secret={secret} onStored={() => setSecret(undefined)} />}
      {endpoint && <State endpoint={endpoint} />}
      <Registration key={endpoint?.id} endpoint={endpoint} onRegistered={setSecret} />
    </section>
  );
}

function Secret({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) {
  return (
    <div className="notice notice-warn" role="alert">
      <p className="notice-title">The signing secret. It is shown this once.</p>
      <code className="secret">{secret}</code>
      <div className="row">
        <Copy text={secret} label="Copy the secret" />
        <button type="button" className="button" onClick={onStored}>
          I have stored it
        </button>
      </div>
    </div>
  );
}

function State({ endpoint: { url, active, verified_at: verifiedAt } }: { readonly endpoint: Endpoint }) {
  const mayUpdate = useMay('update');
  const mayDelete = useMay('delete');
  const [isRemoving, setRemoving] = useState(false);
  const refresh = useRefresh();
  const verify = useMutation({
    mutationFn: () => api.POST('/api/v1/video-webhook/verify'),
    onSuccess: () => notify('A new challenge is on its way.'),
    onError: notifyOfFailure,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/api/v1/video-webhook'),
    onSuccess: () => notify('The destination is removed.'),
    onError: notifyOfFailure,
    onSettled: () => {
      setRemoving(false);
      return refresh();
    },
  });
  return (
    <>
      <p className="destination">
        <bdi className="mono">{url}</bdi>{' '}
        <span className={active ? 'tag tag-good' : 'tag tag-warn'}>{active ? 'active' : 'not verified'}</span>
      </p>
      {active && verifiedAt !== null ? (
        <p className="hint">
          Verified on <Time at={verifiedAt} />.
        </p>
      ) : (
        <p>
          The service has sent <code>webhook.verification</code>. Once your receiver answers 2xx with the <code>challenge</code> it got,
          events are delivered; until then they wait. Its attempts are in the list below.
        </p>
      )}
      <div className="row">
        {!active && (
          <button type="button" className="button" disabled={!mayUpdate || verify.isPending} onClick={() => verify.mutate()}>
            Verify again
          </button>
        )}
        <button type="button" className="button button-danger" disabled={!mayDelete} onClick={() => setRemoving(true)}>
          Remove…
        </button>
      </div>
      {isRemoving && (
        <Modal
          title="Remove the destination?"
          onClose={() => setRemoving(false)}
          actions={
            <button type="button" className="button button-danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Remove it
            </button>
          }
        >
          <p>Queued deliveries are canceled, and events that happen without a destination are not kept.</p>
        </Modal>
      )}
    </>
  );
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey });
}

type RegistrationProps = { readonly endpoint: Endpoint | null; readonly onRegistered: (secret: string) => void };

function Registration({ endpoint, onRegistered }: RegistrationProps) {
  const mayUpdate = useMay('update');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: async () => (await api.PUT('/api/v1/video-webhook', { body: { url: url.trim() } })).data.data,
    onSuccess: ({ endpoint: made, signing_secret: secret }) => {
      queryClient.setQueryData(webhookQuery.queryKey, made);
      onRegistered(secret);
    },
    onSettled: () => {
      setAsking(false);
      return refresh();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (endpoint) setAsking(true);
    else register.mutate();
  };
  const ofUrl = register.error instanceof ApiError ? register.error.errors.find(({ field }) => field === 'url') : undefined;
  return (
    <form className="registration" onSubmit={submit}>
      <label htmlFor="url">{endpoint ? 'Replace it by' : 'URL of your receiver'}</label>
      <div className="row">
        <input
          id="url"
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          disabled={!mayUpdate}
          placeholder="https://hooks.example.com/podcasts"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          aria-invalid={ofUrl !== undefined}
          aria-describedby="url-help"
        />
        <button className="button button-primary" disabled={!mayUpdate || register.isPending}>
          {endpoint ? 'Replace…' : 'Register'}
        </button>
      </div>
      <p id="url-help" className={ofUrl ? 'field-error' : 'hint'} role={ofUrl ? 'alert' : undefined}>
        {ofUrl ? (
          <>
            {ofUrl.message} <code>{ofUrl.code}</code>
          </>
        ) : (
          'https, port 443, a host with public IPv4 addresses. Five registrations and verifications an hour.'
        )}
      </p>
      {register.error && !ofUrl && <Problem error={register.error} />}
      {isAsking && (
        <Modal
          title="Replace the destination?"
          onClose={() => setAsking(false)}
          actions={
            <button type="button" className="button button-primary" disabled={register.isPending} onClick={() => register.mutate()}>
              Replace it
            </button>
          }
        >
          <p>There will be a new signing secret. The one in use is no longer valid, and queued deliveries are canceled.</p>
        </Modal>
      )}
    </form>
  );
}
