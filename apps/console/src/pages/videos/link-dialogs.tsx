import { keepPreviousData, useInfiniteQuery, useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, type Episode, type Stock } from '../../api/api.ts';
import { episodesQuery } from '../../api/episodes.ts';
import { titleOf } from '../../parts/title-of.ts';
import { changesOfVideos, showAtOnce, stockName, stocksQuery } from '../../api/videos.ts';
import { useAction } from '../../parts/actions.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { asDuration } from '../../parts/format.ts';
import { ListProblem, More } from '../../parts/more.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/videos.ts';
import { t as frame } from '../../texts/frame.ts';

type Named = Pick<Episode, 'id' | 'title'>;
type Props = { readonly stock: Stock; readonly onClose: () => void };

const pathOf = ({ id }: Pick<Stock, 'id'>) => ({ path: { stock: id } });

/** Shows the stock as the API answered: a second change before the list is loaded needs its revision. */
export function useShown(onClose: () => void): (answer: { readonly data: { readonly data: Stock } }) => void {
  const client = useQueryClient();
  return ({ data }) => {
    showAtOnce(client, data.data);
    onClose();
  };
}

/** Links a video with an episode that is searched for, once the choice is confirmed. */
export function LinkDialog({ stock, onClose }: Props) {
  const [episode, setEpisode] = useState<Episode>();
  const [words, setWords] = useState('');
  const filter = { missing: ['video'], words: useDebounced(words) } as const;
  const list = useInfiniteQuery({ ...episodesQuery(stock.podcast_id, filter), placeholderData: keepPreviousData });
  const episodes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (episode) return <Confirm stock={stock} episode={episode} onBack={() => setEpisode(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t.linkTitle} onClose={onClose}>
      <label className="field">
        {t.linkSearch}
        <input type="search" dir="auto" maxLength={200} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      <Choices list={list} empty={filter.words.trim() === '' ? t.allHaveVideos : t.noMatches}>
        {episodes.map((one) => (
          <Choice key={one.id} name={titleOf(one)} onChoose={() => setEpisode(one)}>
            {one.published_at === null ? t.noDate : <Time at={one.published_at} dateOnly />}
          </Choice>
        ))}
      </Choices>
      <More list={list} shown={episodes.length} counted={frame.episodeCount} />
    </Dialog>
  );
}

/** The same from the other side: links an episode with a video that is ready. */
export function LinkEpisodeDialog({ episode, onClose }: { readonly episode: Episode; readonly onClose: () => void }) {
  const [stock, setStock] = useState<Stock>();
  const list = useInfiniteQuery(stocksQuery(episode.podcast_id, 'ready'));
  const stocks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (stock) return <Confirm stock={stock} episode={episode} onBack={() => setStock(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t.chooseTitle} onClose={onClose}>
      <Choices list={list} empty={t.noneReady}>
        {stocks.map((one) => (
          <Choice key={one.id} name={stockName(one)} onChoose={() => setStock(one)}>
            {one.duration_seconds !== null && asDuration(one.duration_seconds)}
          </Choice>
        ))}
      </Choices>
      <More list={list} shown={stocks.length} counted={frame.videoCount} />
    </Dialog>
  );
}

type ChoicesProps = {
  readonly list: Pick<UseInfiniteQueryResult, 'data' | 'isPending' | 'error' | 'isFetchNextPageError' | 'refetch'>;
  readonly empty: string;
  readonly children: readonly ReactNode[];
};

function Choices({ list, empty, children }: ChoicesProps) {
  return (
    <>
      {list.isPending && <Loading label={t.loadingChoices} />}
      <ListProblem list={list} />
      {list.data !== undefined && children.length === 0 && <Empty title={empty} />}
      <ul className="choices">{children}</ul>
    </>
  );
}

type ChoiceProps = { readonly name: string; readonly onChoose: () => void; readonly children: ReactNode };

function Choice({ name, onChoose, children }: ChoiceProps) {
  return (
    <li>
      <button type="button" className="choice" onClick={onChoose}>
        <bdi>{name}</bdi> <span className="hint">{children}</span>
      </button>
    </li>
  );
}

type ConfirmProps = Props & { readonly episode: Named; readonly onBack: () => void };

function Confirm({ stock, episode, onBack, onClose }: ConfirmProps) {
  const link = useAction({
    run: () =>
      api.POST('/api/v1/video-stocks/{stock}/link', {
        params: pathOf(stock),
        body: { episode_id: episode.id, expected_revision: stock.revision },
      }),
    done: () => t.linked,
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title={t.confirmTitle}
      onClose={onBack}
      closeLabel={t.another}
      focusesMain
      actions={
        <Button kind="primary" disabled={link.isPending} onClick={() => link.mutate()}>
          {t.linkThem}
        </Button>
      }
    >
      <Pair stock={stock} episode={episode} />
      {link.error && <Problem error={link.error} />}
    </Dialog>
  );
}

function Pair({ stock, episode }: { readonly stock: Stock; readonly episode: Named }) {
  return (
    <dl className="facts">
      <div>
        <dt>{t.video}</dt>
        <dd>
          <bdi>{stockName(stock)}</bdi> {stock.duration_seconds !== null && asDuration(stock.duration_seconds)}
        </dd>
      </div>
      <div>
        <dt>{frame.nav.episode}</dt>
        <dd>
          <bdi>{titleOf(episode)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

type UnlinkProps = {
  readonly stock: Pick<Stock, 'id' | 'podcast_id'> & { readonly revision?: number };
  readonly onClose: () => void;
};

/** Takes a video from its episode. It stays ready for another one. */
export function UnlinkDialog({ stock, onClose }: UnlinkProps) {
  const body = stock.revision === undefined ? {} : { expected_revision: stock.revision };
  const unlink = useAction({
    run: () => api.POST('/api/v1/video-stocks/{stock}/unlink', { params: pathOf(stock), body }),
    done: () => t.unlinked,
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title={t.unlinkTitle}
      onClose={onClose}
      closeLabel={t.keep}
      actions={
        <Button kind="danger" disabled={unlink.isPending} onClick={() => unlink.mutate()}>
          {t.unlinkIt}
        </Button>
      }
    >
      <p>{t.unlinkHint}</p>
      {unlink.error && <Problem error={unlink.error} />}
    </Dialog>
  );
}
