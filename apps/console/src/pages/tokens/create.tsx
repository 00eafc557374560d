import type { components } from '@app/client';
import { useState } from 'react';
import { api, type Permission } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Problem } from '../../parts/problem.tsx';
import { useMay, useSession } from '../../session/permissions.tsx';
import { tokensQuery, type NewToken } from './queries.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/tokens.ts';
import { t as frame } from '../../texts/frame.ts';

/** Makes a token that may do a part of what this one may. */
export function CreateToken({ onMade }: { readonly onMade: (made: NewToken) => void }) {
  const { permissions: held } = useSession();
  const mayUpdate = useMay('update');
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('90');
  const [permissions, setPermissions] = useState<readonly Permission[]>(['read']);
  const create = useCreate((made) => {
    setLabel('');
    onMade(made);
  });
  return (
    <form
      className="sheet stack"
      aria-label={t.new}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ label, permissions: [...permissions], ...(days === '' ? {} : { expires_in_days: Number(days) }) });
      }}
    >
      <Fields label={label} days={days} onLabel={setLabel} onDays={setDays} />
      <PermissionChoice held={held} chosen={permissions} onChange={setPermissions} />
      {create.error && <Problem error={create.error} />}
      <div className="row">
        <Button type="submit" kind="primary" disabled={!mayUpdate || permissions.length === 0 || create.isPending}>
          {t.create}
        </Button>
      </div>
    </form>
  );
}

function useCreate(onMade: (made: NewToken) => void) {
  return useAction({
    run: async (body: components['schemas']['CreateToken']) => (await api.POST('/api/v1/tokens', { body })).data.data,
    changes: [tokensQuery.queryKey],
    showsFailure: true,
    onSuccess: onMade,
  });
}

type FieldsProps = {
  readonly label: string;
  readonly days: string;
  readonly onLabel: (label: string) => void;
  readonly onDays: (days: string) => void;
};

function Fields({ label, days, onLabel, onDays }: FieldsProps) {
  const isOff = !useMay('update');
  return (
    <div className="row">
      <label className="field">
        {t.label}
        <input required maxLength={100} dir="auto" disabled={isOff} value={label} onChange={({ target }) => onLabel(target.value)} />
      </label>
      <label className="field">
        {t.days}
        <input type="number" min={1} max={3650} disabled={isOff} value={days} onChange={({ target }) => onDays(target.value)} />
      </label>
    </div>
  );
}

type ChoiceProps = {
  readonly held: readonly Permission[];
  readonly chosen: readonly Permission[];
  readonly onChange: (permissions: readonly Permission[]) => void;
};

function PermissionChoice({ held, chosen, onChange }: ChoiceProps) {
  const toggle = (one: Permission) => onChange(held.filter((each) => chosen.includes(each) !== (each === one)));
  return (
    <fieldset className="row plain">
      <legend>{t.itMay}</legend>
      {held.map((permission) => (
        <label key={permission} className="filter">
          <input type="checkbox" checked={chosen.includes(permission)} onChange={() => toggle(permission)} />{' '}
          {frame.permissions[permission]}
        </label>
      ))}
    </fieldset>
  );
}
