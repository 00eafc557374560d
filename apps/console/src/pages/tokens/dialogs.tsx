import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/permissions.tsx';
import { signOut } from '../../session/token.ts';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/tokens.ts';

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
  const [overlap, setOverlap] = useState(3600);
  const rotate = useAction({
    run: async () => {
      const params = { path: { token: token.id } };
      return (await api.POST('/api/v1/tokens/{token}/rotate', { params, body: { overlap_seconds: overlap } })).data.data;
    },
    changes: [tokensQuery.queryKey],
    showsFailure: true,
    onSuccess: (made) => {
      onMade(made);
      onClose();
    },
  });
  return (
    <Dialog
      title={t.rotateTitle(labelOf(token))}
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {t.rotateIt}
        </Button>
      }
    >
      <label className="field">
        {t.oldSecret}
        <select value={overlap} onChange={({ target }) => setOverlap(Number(target.value))}>
          {OVERLAPS.slice(isOwn ? 1 : 0).map((seconds) => (
            <option key={seconds} value={seconds}>
              {t.overlaps[seconds]}
            </option>
          ))}
        </select>
      </label>
      {isOwn && <p>{t.usesOld}</p>}
      {rotate.error && <Problem error={rotate.error} />}
    </Dialog>
  );
}

function End({ token, onClose }: OneProps) {
  const isOwn = useSession().id === token.id;
  const end = useAction({
    run: () => api.DELETE('/api/v1/tokens/{token}', { params: { path: { token: token.id } } }),
    done: () => t.ended(labelOf(token)),
    changes: isOwn ? [] : [tokensQuery.queryKey],
    showsFailure: true,
    onSuccess: () => (isOwn ? signOut('ended') : onClose()),
  });
  return (
    <Dialog
      title={t.endTitle(labelOf(token))}
      onClose={onClose}
      closeLabel={t.keep}
      actions={
        <Button kind="danger" disabled={end.isPending} onClick={() => end.mutate()}>
          {t.endIt}
        </Button>
      }
    >
      <p>{t.endHint}</p>
      {isOwn && <p>{t.usesThis}</p>}
      {end.error && <Problem error={end.error} />}
    </Dialog>
  );
}
