import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { List } from '../../parts/states.tsx';
import { Page } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session/permissions.ts';
import { CreateToken } from './create.tsx';
import { TokenDialog, type Question } from './dialogs.tsx';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';
import { Button } from '../../parts/controls.tsx';
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
