import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { ActionDialog, FormDialog } from '../../parts/dialog.tsx';
import { Field, Form } from '../../parts/form.tsx';
import { faultOf, Problem } from '../../parts/problem.tsx';
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
      <p>
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
    tellsFailure: true,
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
  });
  return (
    <ActionDialog title={t.removeTitle} onClose={onClose} submit={t.removeIt} kind="danger" action={remove}>
      <p>{t.removeHint}</p>
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
  const mayUpdate = useMay('update');
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
      <Form onSubmit={() => (endpoint ? setAsking(true) : register.mutate())}>
        <Field
          label={endpoint ? t.replaceBy : t.url}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          disabled={!mayUpdate}
          placeholder="https://hooks.example.com/podcasts"
          value={url}
          onChange={setUrl}
          fault={fault}
          hint={t.urlHint}
        >
          <Button type="submit" kind="primary" disabled={!mayUpdate || register.isPending}>
            {endpoint ? t.replace : t.register}
          </Button>
        </Field>
        {register.error && fault === undefined && <Problem error={register.error} />}
      </Form>
      {isAsking && (
        <FormDialog title={t.replaceTitle} onClose={() => setAsking(false)} submit={t.replaceIt} onSubmit={replace}>
          <p>{t.replaceHint}</p>
        </FormDialog>
      )}
    </>
  );
}
