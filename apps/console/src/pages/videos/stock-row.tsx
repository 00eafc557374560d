import { Link } from 'wouter';
import type { Stock } from '../../api/api.ts';
import { stockName } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import type { DIALOGS } from './dialogs.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/videos.ts';
import { Rich } from '../../parts/rich.tsx';

const TAGS: Readonly<Record<Stock['status'], string>> = {
  processing: 'tag-warn',
  ready: 'tag-ready',
  failed: 'tag-bad',
  matched: 'tag-good',
  canceled: '',
};

type Props = { readonly stock: Stock; readonly onAsk: (kind: keyof typeof DIALOGS) => void };
type Matched = { readonly stock: Stock; /** Its title, if it is known. */ readonly episode: string | undefined };

export function StockRow({ stock, episode, onAsk }: Props & Matched) {
  const { status, client_key: key, duration_seconds: duration, failure } = stock;
  const name = stockName(stock);

  return (
    <li className="stock split">
      <div>
        <p className="row">
          <span className={`tag ${TAGS[status]}`}>{t.status[status]}</span>
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
          <span>
            <Rich of={t.changed(<Time at={stock.updated_at} />)} />
          </span>
          {!key.startsWith('console:') && (
            <span>
              {t.key} <code>{key}</code>
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
    const link = (
      <Link href={`/episodes/${matched}`}>
        <bdi>{episode ?? t.itsEpisode}</bdi>
      </Link>
    );
    return (
      <span>
        <Rich of={by === 'link' ? t.linkedTo(link) : t.matchedWith(link)} />
      </span>
    );
  }
  if (!match) return <span>{t.noMatch}</span>;
  return (
    <span>
      <Rich
        of={t.waitsFor(
          <>
            {match.guid !== undefined && <code>{match.guid}</code>}
            {match.guid !== undefined && match.title !== undefined && t.or}
            {match.title !== undefined && <bdi>{t.quoted(match.title)}</bdi>}
          </>,
        )}
      />
    </span>
  );
}

function Actions({ stock: { status }, name, onAsk }: Props & { readonly name: string }) {
  const mayUpdate = useMay('update');
  const mayDelete = useMay('delete');
  if (status === 'canceled') return null;
  if (status === 'matched') {
    return (
      <Button disabled={!mayDelete} of={name} onClick={() => onAsk('unlink')}>
        {t.unlink}
      </Button>
    );
  }
  return (
    <div className="row">
      {status === 'ready' && (
        <Button disabled={!mayUpdate} of={name} onClick={() => onAsk('link')}>
          {t.link}
        </Button>
      )}
      <Button disabled={!mayUpdate} of={name} onClick={() => onAsk('correct')}>
        {t.correct}
      </Button>
      <Button kind="danger" disabled={!mayDelete} of={name} onClick={() => onAsk('cancel')}>
        {t.cancel}
      </Button>
    </div>
  );
}
