import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay, useSession } from '../../session/permissions.tsx';
import { CreateToken } from './create.tsx';
import { TokenDialog, type Question } from './dialogs.tsx';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/language.ts';

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
            >
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onAsk={setQuestion} />
              ))}
            </Table>
          )}
        </List>
      </div>
      {question && <TokenDialog question={question} onMade={setMade} onClose={() => setQuestion(undefined)} />}
    </Page>
  );
}

function TokenRow({ token, onAsk }: { readonly token: Token; readonly onAsk: (question: Question) => void }) {
  const session = useSession();
  const name = labelOf(token);
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> {token.id === session.id && <span className="tag">{t('in use here')}</span>}
      </th>
      <td>{token.permissions.map((one) => t(one)).join(', ')}</td>
      <td>
        <Time at={token.created_at} dateOnly />
      </td>
      <td>{token.last_used_at === null ? t('never') : <Time at={token.last_used_at} />}</td>
      <td>{token.expires_at === null ? t('never') : <Time at={token.expires_at} dateOnly />}</td>
      <td>
        <div className="row">
          <Actions token={token} onAsk={onAsk} />
        </div>
      </td>
    </tr>
  );
}

function Actions({ token, onAsk }: { readonly token: Token; readonly onAsk: (question: Question) => void }) {
  const { permissions } = useSession();
  const [mayUpdate, mayDelete] = [useMay('update'), useMay('delete')];
  const isWithin = token.permissions.every((permission) => permissions.includes(permission));
  const name = labelOf(token);
  return (
    <>
      <Button data-row="" disabled={!mayUpdate || !isWithin} of={name} onClick={() => onAsk({ kind: 'rotate', token })}>
        {t('Rotate…')}
      </Button>
      <Button kind="danger" disabled={!mayDelete || !isWithin} of={name} onClick={() => onAsk({ kind: 'end', token })}>
        {t('End…')}
      </Button>
    </>
  );
}
