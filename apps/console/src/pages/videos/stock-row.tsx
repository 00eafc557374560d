import { Link } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { stockName } from '../../api/videos.ts';
import { asDuration, Time } from '../../parts/format.ts';
import type { DIALOGS } from './dialogs.tsx';
import { Button } from '../../parts/controls.tsx';
import { rich, t } from '../../texts/language.ts';

/** The look of each state, and its name. */
export const STATES: Readonly<Record<Stock['status'], readonly [tag: string, name: string]>> = {
  processing: ['tag-warn', t('Processing')],
  ready: ['tag-ready', t('Ready')],
  failed: ['tag-bad', t('Failed')],
  matched: ['tag-good', t('Matched')],
  canceled: ['', t('Canceled')],
};

type Props = { readonly stock: Stock; readonly onAsk: (kind: keyof typeof DIALOGS) => void };
type Matched = { readonly stock: Stock; /** Its title, if it is known. */ readonly episode: string | undefined };

export function StockRow({ stock, episode, onAsk }: Props & Matched) {
  const { status, client_key: key, duration_seconds: duration, failure } = stock;
  const name = stockName(stock);
  const [tag, state] = STATES[status];
  return (
    <li className="stock split">
      <div>
        <p className="row">
          <span className={`tag ${tag}`}>{state}</span>
          <bdi className="strong">{name}</bdi>
          {duration !== null && <span className="number muted">{asDuration(duration)}</span>}
        </p>
        {failure && (
          <p className="field-error">
            <span lang="en">{failure.message}</span> <code>{failure.code}</code>
          </p>
        )}
        <p className="row hint">
          <Wish stock={stock} episode={episode} />
          <span>{rich('Changed {0}', <Time at={stock.updated_at} />)}</span>
          {!key.startsWith('console:') && (
            <span>
              {t('Key')} <code>{key}</code>
            </span>
          )}
        </p>
      </div>
      <Actions stock={stock} name={name} onAsk={onAsk} />
    </li>
  );
}

/** The episode that the video has, or waits for. */
function Wish({ stock: { matched_episode_id: matched, match }, episode }: Matched) {
  if (matched !== null) {
    const link = (
      <Link href={`/episodes/${matched}`}>
        <bdi>{episode ?? t('Episode')}</bdi>
      </Link>
    );
    return <span>{rich('Matched with {0}', link)}</span>;
  }
  if (!match) return <span>{t('Matches no episode by itself')}</span>;
  const guid = match.guid !== undefined && <code>{match.guid}</code>;
  const title = match.title !== undefined && <bdi>{t('“{0}”', match.title)}</bdi>;
  return <span>{guid && title ? rich('Waits for {0} or {1}', guid, title) : rich('Waits for {0}', guid || title)}</span>;
}

function Actions({ stock: { status }, name, onAsk }: Props & { readonly name: string }) {
  if (status === 'canceled') return null;
  if (status === 'matched') {
    return (
      <Button needs="delete" of={name} onClick={() => onAsk('unlink')}>
        {t('Unlink…')}
      </Button>
    );
  }
  return (
    <div className="row">
      {status === 'ready' && (
        <Button needs="update" of={name} onClick={() => onAsk('link')}>
          {t('Link…')}
        </Button>
      )}
      <Button needs="update" of={name} onClick={() => onAsk('correct')}>
        {t('Correct…')}
      </Button>
      <Button kind="danger" needs="delete" of={name} onClick={() => onAsk('cancel')}>
        {t('Cancel…')}
      </Button>
    </div>
  );
}
