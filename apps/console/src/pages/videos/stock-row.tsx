import { Link } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { stockName } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import type { Dialogue } from './dialogs.tsx';

export const STATUSES: Readonly<Record<Stock['status'], { readonly label: string; readonly tag: string; readonly meaning: string }>> = {
  processing: { label: 'Processing', tag: 'tag-warn', meaning: 'The file is being read.' },
  ready: { label: 'Ready', tag: 'tag-ready', meaning: 'It waits for its episode.' },
  failed: { label: 'Failed', tag: 'tag-bad', meaning: 'The file cannot be used.' },
  matched: { label: 'Matched', tag: 'tag-good', meaning: 'It belongs to an episode.' },
  canceled: { label: 'Canceled', tag: '', meaning: 'It was given up, and uses no quota.' },
};

type Props = { readonly stock: Stock; readonly onAsk: (kind: Dialogue['kind']) => void };
type Matched = { readonly stock: Stock; /** Its title, if it is known. */ readonly episode: string | undefined };

export function StockRow({ stock, episode, onAsk }: Props & Matched) {
  const { status, client_key: key, duration_seconds: duration, failure } = stock;
  const name = stockName(stock);
  const { label, tag, meaning } = STATUSES[status];
  return (
    <li className="stock">
      <div className="stock-what">
        <p className="row">
          <span className={`tag ${tag}`} title={meaning}>
            {label}
          </span>
          <bdi className="stock-title">{name}</bdi>
          {duration !== null && <span className="number muted">{asDuration(duration)}</span>}
        </p>
        {failure && (
          <p className="field-error">
            {failure.message} <code>{failure.code}</code>
          </p>
        )}
        <p className="hint">
          <Wish stock={stock} episode={episode} />
          <span>
            Changed <Time at={stock.updated_at} />
          </span>
          {!key.startsWith('console:') && (
            <span>
              Key <code>{key}</code>
            </span>
          )}
        </p>
      </div>
      <Actions stock={stock} name={name} onAsk={onAsk} />
    </li>
  );
}

/** The episode that the video has, or waits for. */
function Wish({ stock: { matched_episode_id: matched, matched_by: by, match }, episode }: Matched) {
  if (matched !== null) {
    return (
      <span>
        {by === 'link' ? 'Linked to' : 'Matched with'}{' '}
        <Link href={`/episodes/${matched}`}>
          <bdi>{episode ?? 'its episode'}</bdi>
        </Link>
      </span>
    );
  }
  if (!match) return <span>Matches no episode by itself</span>;
  return (
    <span>
      Waits for {match.guid !== undefined && <code>{match.guid}</code>}
      {match.guid !== undefined && match.title !== undefined && ' or '}
      {match.title !== undefined && <bdi>“{match.title}”</bdi>}
    </span>
  );
}

function Actions({ stock: { status }, name, onAsk }: Props & { readonly name: string }) {
  const mayUpdate = useMay('update');
  const mayDelete = useMay('delete');
  if (status === 'canceled') return null;
  if (status === 'matched') {
    return (
      <button type="button" className="button" disabled={!mayDelete} aria-label={`Unlink ${name}`} onClick={() => onAsk('unlink')}>
        Unlink…
      </button>
    );
  }
  return (
    <div className="row">
      {status === 'ready' && (
        <button type="button" className="button" disabled={!mayUpdate} aria-label={`Link ${name}`} onClick={() => onAsk('link')}>
          Link…
        </button>
      )}
      <button type="button" className="button" disabled={!mayUpdate} aria-label={`Correct ${name}`} onClick={() => onAsk('correct')}>
        Correct…
      </button>
      <button
        type="button"
        className="button button-danger"
        disabled={!mayDelete}
        aria-label={`Cancel ${name}`}
        onClick={() => onAsk('cancel')}
      >
        Cancel…
      </button>
    </div>
  );
}
