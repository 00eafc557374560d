import { keepPreviousData, useInfiniteQuery, useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, type Episode, type Stock } from '../../api/api.ts';
import { episodesQuery, titleOf } from '../../api/episodes.ts';
import { changesOfVideos, showAtOnce, stockName, stocksQuery } from '../../api/videos.ts';
import { useAction } from '../../parts/actions.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { asDuration } from '../../parts/format.ts';
import { ListProblem, More } from '../../parts/more.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

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
    <Dialog title="Link this video with an episode" onClose={onClose}>
      <label className="field">
        Search in titles of episodes without a video
        <input type="search" dir="auto" maxLength={200} value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      <Choices
        list={list}
        empty={filter.words.trim() === '' ? 'Every episode has a video.' : 'No episode without a video has these words.'}
      >
        {episodes.map((one) => (
          <Choice key={one.id} name={titleOf(one)} onChoose={() => setEpisode(one)}>
            {one.published_at === null ? 'No date' : <Time at={one.published_at} dateOnly />}
          </Choice>
        ))}
      </Choices>
      <More list={list} shown={episodes.length} one="episode" />
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
    <Dialog title="Choose a video for this episode" onClose={onClose}>
      <Choices list={list} empty="No video is ready. Upload one.">
        {stocks.map((one) => (
          <Choice key={one.id} name={stockName(one)} onChoose={() => setStock(one)}>
            {one.duration_seconds !== null && asDuration(one.duration_seconds)}
          </Choice>
        ))}
      </Choices>
      <More list={list} shown={stocks.length} one="video" />
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
      {list.isPending && <Loading label="Loading the choices" />}
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
    done: () => 'The video is linked.',
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title="Link these?"
      onClose={onBack}
      closeLabel="Choose another"
      focusesMain
      actions={
        <button type="button" className="button button-primary" disabled={link.isPending} onClick={() => link.mutate()}>
          Link them
        </button>
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
        <dt>Video</dt>
        <dd>
          <bdi>{stockName(stock)}</bdi> {stock.duration_seconds !== null && asDuration(stock.duration_seconds)}
        </dd>
      </div>
      <div>
        <dt>Episode</dt>
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
    done: () => 'The video is unlinked.',
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title="Unlink this video?"
      onClose={onClose}
      closeLabel="Keep it"
      actions={
        <button type="button" className="button button-danger" disabled={unlink.isPending} onClick={() => unlink.mutate()}>
          Unlink the video
        </button>
      }
    >
      <p>The episode will have no video. The video stays ready, goes on using quota, and can be linked again.</p>
      {unlink.error && <Problem error={unlink.error} />}
    </Dialog>
  );
}
