import { useState } from 'react';
import { api, type Permission } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Button, Check, Field, Form } from '../../parts/controls.tsx';
import { Problem } from '../../parts/states.tsx';
import { useSession } from '../../session/permissions.ts';
import { tokensQuery, type NewToken } from './queries.ts';
import { t } from '../../texts/language.ts';

/** Makes a token that may do a part of what this one may. */
export function CreateToken({ onMade }: { readonly onMade: (made: NewToken) => void }) {
  const { permissions: held } = useSession();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('90');
  const [permissions, setPermissions] = useState<readonly Permission[]>(['read']);
  const create = useAction({
    run: async () => {
      const body = { label, permissions: [...permissions], ...(days === '' ? {} : { expires_in_days: Number(days) }) };
      return (await api.POST('/api/v1/tokens', { body })).data.data;
    },
    changes: [tokensQuery.queryKey],
    onSuccess: (made) => {
      setLabel('');
      onMade(made);
    },
  });
  const toggle = (one: Permission) => setPermissions(held.filter((each) => permissions.includes(each) !== (each === one)));
  return (
    <Form needs="update" className="sheet stack" aria-label={t('New token')} onSubmit={create.mutate}>
      <div className="row">
        <Field label={t('Label')} required maxLength={100} value={label} onChange={setLabel} />
        <Field label={t('Days until it ends (empty: as this one)')} type="number" min={1} max={3650} value={days} onChange={setDays} />
      </div>
      <fieldset className="row">
        <legend>{t('It may')}</legend>
        {held.map((one) => (
          <Check key={one} label={t(one)} checked={permissions.includes(one)} onChange={() => toggle(one)} />
        ))}
      </fieldset>
      {create.error && <Problem error={create.error} />}
      <div>
        <Button type="submit" kind="primary" disabled={permissions.length === 0 || create.isPending}>
          {t('Create a token')}
        </Button>
      </div>
    </Form>
  );
}
