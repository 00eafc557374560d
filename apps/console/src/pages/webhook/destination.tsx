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
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/webhook.ts';
import { Rich } from '../../parts/rich.tsx';

/** The destination: what it is, and how it becomes another. */
export function Destination({ endpoint }: { readonly endpoint: Endpoint | null }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section aria-labelledby="destination-heading" className="sheet stack">
      <h2 id="destination-heading">{t.destination}</h2>
      {secret !== undefined && <Secret title={t.secret} secret={secret} onStored={() => setSecret(undefined)} />}
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
        <span className={active ? 'tag tag-good' : 'tag tag-warn'}>{active ? t.active : t.notVerified}</span>
      </p>
      {active && verifiedAt !== null ? (
        <p className="hint">
          <Rich of={t.verifiedOn(<Time at={verifiedAt} />)} />
        </p>
      ) : (
        <p>
          <Rich of={t.unverified(<code>{'webhook.verification'}</code>, <code>{'challenge'}</code>)} />
        </p>
      )}
      <div className="row">
        {!active && <VerifyAgain />}
        <Button kind="danger" disabled={!mayDelete} onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </div>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  );
}

function VerifyAgain() {
  const mayUpdate = useMay('update');
  const verify = useAction({
    run: () => api.POST('/api/v1/video-webhook/verify'),
    done: () => t.newChallenge,
    changes: [webhookQuery.queryKey],
  });
  return (
    <Button disabled={!mayUpdate || verify.isPending} onClick={() => verify.mutate()}>
      {t.verifyAgain}
    </Button>
  );
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const remove = useAction({
    run: () => api.DELETE('/api/v1/video-webhook'),
    done: () => t.removed,
    changes: [webhookQuery.queryKey],
    showsFailure: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      title={t.removeTitle}
      onClose={onClose}
      actions={
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t.removeIt}
        </Button>
      }
    >
      <p>{t.removeHint}</p>
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
      <label htmlFor="url">{isNew ? t.url : t.replaceBy}</label>
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
        <Button type="submit" kind="primary" disabled={!mayUpdate || isBusy}>
          {isNew ? t.register : t.replace}
        </Button>
      </div>
      <p id="url-help" className={fault ? 'field-error' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault ? (
          <>
            <span lang="en">{fault.message}</span> <code>{fault.code}</code>
          </>
        ) : (
          t.urlHint
        )}
      </p>
    </>
  );
}

type ReplaceDialogProps = { readonly isBusy: boolean; readonly onClose: () => void; readonly onReplace: () => void };

function ReplaceDialog({ isBusy, onClose, onReplace }: ReplaceDialogProps) {
  return (
    <Dialog
      title={t.replaceTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={isBusy} onClick={onReplace}>
          {t.replaceIt}
        </Button>
      }
    >
      <p>{t.replaceHint}</p>
    </Dialog>
  );
}
