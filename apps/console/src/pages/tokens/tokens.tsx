import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { List, Problem } from '../../parts/states.tsx';
import { Page } from '../../parts/page.tsx';
import { Secret } from '../../parts/copy.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/format.ts';
import { useSession } from '../../session/permissions.ts';
import { type Question, TokenDialog } from './dialogs.tsx';
import { labelOf, type NewToken, type Token, tokensQuery } from './queries.ts';
import { Button, Check, Field, Form } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';
import { api, type Permission } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';

/** The user's tokens: made, rotated and ended here. */
export function Tokens() {
  const list = useInfiniteQuery(tokensQuery);
  const [made, setMade] = useState<NewToken>();
  const [question, setQuestion] = useState<Question>();
  return (
    <Page title={t('Tokens')}>
      <div className="stack">
        {made && <Secret title={t('The secret of “{0}”.', labelOf(made))} secret={made.token} onStored={() => setMade(undefined)} />}
        <CreateToken onMade={setMade} />
        <List list={list} empty={null} counted={(count) => t('{0|token|tokens}', count)}>
          {(tokens) => (
            <Table
              label={t('Tokens, newest first')}
              columns={[t('Label'), t('May'), t('Created'), t('Last used'), t('Ends'), { hidden: t('Actions') }]}
              hasHeads
              rows={tokens.map((token) => ({ key: token.id, cells: cellsOf(token, setQuestion) }))}
            />
          )}
        </List>
      </div>
      {question && <TokenDialog question={question} onMade={setMade} onClose={() => setQuestion(undefined)} />}
    </Page>
  );
}

function cellsOf(token: Token, onAsk: (question: Question) => void) {
  const { permissions, created_at: created, last_used_at: used, expires_at: end } = token;
  return [
    <Name token={token} />,
    permissions.map((one) => t(one)).join(', '),
    <Time at={created} dateOnly />,
    used === null ? t('never') : <Time at={used} />,
    end === null ? t('never') : <Time at={end} dateOnly />,
    <Actions token={token} onAsk={onAsk} />,
  ];
}

function Name({ token }: { readonly token: Token }) {
  const isInUse = token.id === useSession().id;
  return (
    <>
      <bdi>{labelOf(token)}</bdi> {isInUse && <span className="tag">{t('in use here')}</span>}
    </>
  );
}

function Actions({ token, onAsk }: { readonly token: Token; readonly onAsk: (question: Question) => void }) {
  const { permissions } = useSession();
  const isWithin = token.permissions.every((permission) => permissions.includes(permission));
  const name = labelOf(token);
  return (
    <div className="row">
      <Button data-row="" needs="update" disabled={!isWithin} of={name} onClick={() => onAsk({ kind: 'rotate', token })}>
        {t('Rotate…')}
      </Button>
      <Button kind="danger" needs="delete" disabled={!isWithin} of={name} onClick={() => onAsk({ kind: 'end', token })}>
        {t('End…')}
      </Button>
    </div>
  );
}

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
