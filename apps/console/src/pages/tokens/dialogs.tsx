import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { ActionDialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/form.tsx';
import { useSession } from '../../session/permissions.tsx';
import { signOut } from '../../session/token.ts';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';
import { t } from '../../texts/tokens.ts';
import { t as frame } from '../../texts/frame.ts';

export type Question = { readonly kind: 'rotate' | 'end'; readonly token: Token };
type Props = { readonly question: Question; readonly onMade: (made: NewToken) => void; readonly onClose: () => void };
type OneProps = Omit<Props, 'question'> & { readonly token: Token };

export function TokenDialog({ question: { kind, token }, ...props }: Props) {
  return kind === 'rotate' ? <Rotate token={token} {...props} /> : <End token={token} {...props} />;
}

const OVERLAPS = [0, 3600, 86_400, 604_800] as const;

function Rotate({ token, onMade, onClose }: OneProps) {
  // This tab needs the old secret until somebody has signed in with the new one.
  const isOwn = useSession().id === token.id;
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>(3600);
  const rotate = useAction({
    run: async () => {
      const params = { path: { token: token.id } };
      return (await api.POST('/api/v1/tokens/{token}/rotate', { params, body: { overlap_seconds: overlap } })).data.data;
    },
    changes: [tokensQuery.queryKey],
    onSuccess: onMade,
  });
  return (
    <ActionDialog title={t.rotateTitle(labelOf(token))} onClose={onClose} submit={t.rotateIt} action={rotate}>
      <Choice
        label={t.oldSecret}
        value={overlap}
        options={OVERLAPS.slice(isOwn ? 1 : 0).map((seconds) => [seconds, t.overlaps[seconds]])}
        onChange={setOverlap}
      />
      {isOwn && <p>{t.usesOld}</p>}
    </ActionDialog>
  );
}

function End({ token, onClose }: OneProps) {
  const isOwn = useSession().id === token.id;
  const end = useAction({
    run: () => api.DELETE('/api/v1/tokens/{token}', { params: { path: { token: token.id } } }),
    done: () => t.ended(labelOf(token)),
    changes: isOwn ? [] : [tokensQuery.queryKey],
    onSuccess: () => {
      if (isOwn) signOut('ended');
    },
  });
  return (
    <ActionDialog title={t.endTitle(labelOf(token))} onClose={onClose} closeLabel={frame.keep} submit={t.endIt} kind="danger" action={end}>
      <p>{t.endHint}</p>
      {isOwn && <p>{t.usesThis}</p>}
    </ActionDialog>
  );
}
