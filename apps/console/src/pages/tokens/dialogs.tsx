import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ActionDialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/controls.tsx';
import { useSession } from '../../session/permissions.ts';
import { signOut } from '../../session/token.ts';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';
import { t } from '../../texts/language.ts';

export type Question = { readonly kind: 'rotate' | 'end'; readonly token: Token };
type Props = { readonly question: Question; readonly onMade: (made: NewToken) => void; readonly onClose: () => void };
type OneProps = Omit<Props, 'question'> & { readonly token: Token };

export function TokenDialog({ question: { kind, token }, ...props }: Props) {
  return kind === 'rotate' ? <Rotate token={token} {...props} /> : <End token={token} {...props} />;
}

const OVERLAPS = [
  [0, t('ends at once')],
  [3600, t('goes on for an hour')],
  [86_400, t('goes on for a day')],
  [604_800, t('goes on for a week')],
] as const;

function Rotate({ token, onMade, onClose }: OneProps) {
  // This tab needs the old secret until somebody has signed in with the new one.
  const isOwn = useSession().id === token.id;
  const [overlap, setOverlap] = useState<number>(3600);
  const body = { overlap_seconds: overlap };
  return (
    <ActionDialog
      title={t('A new secret for “{0}”?', labelOf(token))}
      onClose={onClose}
      submit={t('Rotate it')}
      run={async () => (await api.POST('/api/v1/tokens/{token}/rotate', { params: { path: { token: token.id } }, body })).data.data}
      changes={[tokensQuery.queryKey]}
      onSuccess={onMade}
    >
      <Choice label={t('The old secret')} value={overlap} options={OVERLAPS.slice(isOwn ? 1 : 0)} onChange={setOverlap} />
      {isOwn && <p>{t('This tab uses the old secret. Sign in with the new one before it ends.')}</p>}
    </ActionDialog>
  );
}

function End({ token, onClose }: OneProps) {
  const isOwn = useSession().id === token.id;
  return (
    <ActionDialog
      title={t('End “{0}”?', labelOf(token))}
      onClose={onClose}
      submit={t('End it')}
      kind="danger"
      run={() => api.DELETE('/api/v1/tokens/{token}', { params: { path: { token: token.id } } })}
      done={() => t('The token “{0}” has ended.', labelOf(token))}
      changes={isOwn ? [] : [tokensQuery.queryKey]}
      onSuccess={() => isOwn && signOut('ended')}
    >
      <p>{t('It is refused from now on, and so is every token that was made with it. This cannot be undone.')}</p>
      {isOwn && <p>{t('This tab uses it: you will be signed out.')}</p>}
    </ActionDialog>
  );
}
