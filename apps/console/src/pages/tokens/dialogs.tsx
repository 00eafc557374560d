import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSession } from '../../session/permissions.tsx';
import { signOut } from '../../session/token.ts';
import { labelOf, tokensQuery, type NewToken, type Token } from './queries.ts';

export type Question = { readonly kind: 'rotate' | 'end'; readonly token: Token };
type Props = { readonly question: Question; readonly onMade: (made: NewToken) => void; readonly onClose: () => void };
type OneProps = Omit<Props, 'question'> & { readonly token: Token };

export function TokenDialog({ question: { kind, token }, ...props }: Props) {
  return kind === 'rotate' ? <Rotate token={token} {...props} /> : <End token={token} {...props} />;
}

const OVERLAPS = [
  { seconds: 0, label: 'ends at once' },
  { seconds: 3600, label: 'goes on for an hour' },
  { seconds: 86_400, label: 'goes on for a day' },
  { seconds: 604_800, label: 'goes on for a week' },
];

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
      title={`A new secret for “${labelOf(token)}”?`}
      onClose={onClose}
      actions={
        <button type="button" className="button button-primary" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate it
        </button>
      }
    >
      <label className="field">
        The old secret
        <select value={overlap} onChange={({ target }) => setOverlap(Number(target.value))}>
          {OVERLAPS.slice(isOwn ? 1 : 0).map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {isOwn && <p>This tab uses the old secret. Sign in with the new one before it ends.</p>}
      {rotate.error && <Problem error={rotate.error} />}
    </Dialog>
  );
}

function End({ token, onClose }: OneProps) {
  const isOwn = useSession().id === token.id;
  const end = useAction({
    run: () => api.DELETE('/api/v1/tokens/{token}', { params: { path: { token: token.id } } }),
    done: () => `The token “${labelOf(token)}” has ended.`,
    changes: isOwn ? [] : [tokensQuery.queryKey],
    showsFailure: true,
    onSuccess: () => (isOwn ? signOut('You have ended the token of this tab.') : onClose()),
  });
  return (
    <Dialog
      title={`End “${labelOf(token)}”?`}
      onClose={onClose}
      closeLabel="Keep it"
      actions={
        <button type="button" className="button button-danger" disabled={end.isPending} onClick={() => end.mutate()}>
          End it
        </button>
      }
    >
      <p>It is refused from now on, and so is every token that was made with it. This cannot be undone.</p>
      {isOwn && <p>This tab uses it: you will be signed out.</p>}
      {end.error && <Problem error={end.error} />}
    </Dialog>
  );
}
