import { ApiError } from '@app/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Health } from './health.tsx';
import { webhookQuery, type Endpoint } from './queries.ts';
import { Replay } from './replay.tsx';

/** The destination: what it is, and how it becomes another. */
export function Destination({ endpoint }: { readonly endpoint: Endpoint | null }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="destination-heading" className="sheet stack">
      <h2 id="destination-heading">Destination</h2>
      {secret !== undefined && <Secret title="The signing secret." secret={secret} onStored={() => setSecret(undefined)} />}
      {endpoint && <State endpoint={endpoint} />}
      {endpoint && <Health endpoint={endpoint} />}
      {endpoint?.active && <Replay />}
      <Registration key={endpoint?.id} endpoint={endpoint} onRegistered={setSecret} />
    </section>
  );
}

function State({ endpoint: { url, active, verified_at: verifiedAt } }: { readonly endpoint: Endpoint }) {
  const mayDelete = useMay('delete');
  const [isRemoving, setRemoving] = useState(false);
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
        {!active && <VerifyAgain />}
        <button type="button" className="button button-danger" disabled={!mayDelete} onClick={() => setRemoving(true)}>
          Remove…
        </button>
      </div>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  );
}

function VerifyAgain() {
  const mayUpdate = useMay('update');
  const verify = useAction({
    run: () => api.POST('/api/v1/video-webhook/verify'),
    done: () => 'A new challenge is on its way.',
    changes: [webhookQuery.queryKey],
  });
  return (
    <button type="button" className="button" disabled={!mayUpdate || verify.isPending} onClick={() => verify.mutate()}>
      Verify again
    </button>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const remove = useAction({
    run: () => api.DELETE('/api/v1/video-webhook'),
    done: () => 'The destination is removed.',
    changes: [webhookQuery.queryKey],
    showsFailure: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      title="Remove the destination?"
      onClose={onClose}
      actions={
        <button type="button" className="button button-danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove it
        </button>
      }
    >
      <p>Queued deliveries are canceled, and events that happen without a destination are not kept.</p>
      {remove.error && <Problem error={remove.error} />}
    </Dialog>
  );
}

type RegistrationProps = { readonly endpoint: Endpoint | null; readonly onRegistered: (secret: string) => void };

/** Registers a destination; one that replaces another is asked about first. */
function Registration({ endpoint, onRegistered }: RegistrationProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: async () => (await api.PUT('/api/v1/video-webhook', { body: { url: url.trim() } })).data.data,
    onSuccess: ({ endpoint: made, signing_secret: secret }) => {
      queryClient.setQueryData(webhookQuery.queryKey, made);
      onRegistered(secret);
    },
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey });
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
      <UrlField isNew={endpoint === null} url={url} fault={ofUrl} isBusy={register.isPending} onChange={setUrl} />
      {register.error && !ofUrl && <Problem error={register.error} />}
      {isAsking && <ReplaceDialog isBusy={register.isPending} onClose={() => setAsking(false)} onReplace={() => register.mutate()} />}
    </form>
  );
}

type UrlFieldProps = {
  readonly isNew: boolean;
  readonly url: string;
  readonly fault: ApiError['errors'][number] | undefined;
  readonly isBusy: boolean;
  readonly onChange: (url: string) => void;
};

function UrlField({ isNew, url, fault, isBusy, onChange }: UrlFieldProps) {
  const mayUpdate = useMay('update');
  return (
    <>
      <label htmlFor="url">{isNew ? 'URL of your receiver' : 'Replace it by'}</label>
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
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={fault !== undefined}
          aria-describedby="url-help"
        />
        <button className="button button-primary" disabled={!mayUpdate || isBusy}>
          {isNew ? 'Register' : 'Replace…'}
        </button>
      </div>
      <p id="url-help" className={fault ? 'field-error' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault ? (
          <>
            {fault.message} <code>{fault.code}</code>
          </>
        ) : (
          'https, port 443, a host with public IPv4 addresses. Five registrations and verifications an hour.'
        )}
      </p>
    </>
  );
}

type ReplaceDialogProps = { readonly isBusy: boolean; readonly onClose: () => void; readonly onReplace: () => void };

function ReplaceDialog({ isBusy, onClose, onReplace }: ReplaceDialogProps) {
  return (
    <Dialog
      title="Replace the destination?"
      onClose={onClose}
      actions={
        <button type="button" className="button button-primary" disabled={isBusy} onClick={onReplace}>
          Replace it
        </button>
      }
    >
      <p>There will be a new signing secret. The one in use is no longer valid, and queued deliveries are canceled.</p>
    </Dialog>
  );
}
