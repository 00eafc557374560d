import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, type Episode, type Stock } from '../../api/api.ts';
import { titleOf, episodesQuery } from '../../api/episodes.ts';
import { changesOfVideos, stockName, stocksQuery } from '../../api/videos.ts';
import { useDebounced } from '../../parts/browser.ts';
import { ActionDialog, Dialog } from '../../parts/dialog.tsx';
import { asDuration, Time } from '../../parts/format.ts';
import { Empty, List } from '../../parts/states.tsx';
import { Field } from '../../parts/controls.tsx';
import { Facts } from '../../parts/table.tsx';
import { t } from '../../texts/language.ts';

type Props = { readonly stock: Stock; readonly onClose: () => void };

export const pathOf = ({ id }: Pick<Stock, 'id'>) => ({ path: { stock: id } });

/** Links a video with an episode that is searched for, once the choice is confirmed. */
export function LinkDialog({ stock, onClose }: Props) {
  const [episode, setEpisode] = useState<Episode>();
  const [words, setWords] = useState('');
  const filter = { missing: ['video'], words: useDebounced(words) } as const;
  const list = useInfiniteQuery({ ...episodesQuery(stock.podcast_id, filter), placeholderData: keepPreviousData });
  if (episode) return <Confirm stock={stock} episode={episode} onBack={() => setEpisode(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('Link a video with an episode')} onClose={onClose}>
      <Field label={t('Search in titles')} type="search" maxLength={200} value={words} onChange={setWords} />
      <List list={list} empty={<Empty title={t('No episode is like this.')} />} counted={(count) => t('{0|episode|episodes}', count)}>
        {(episodes) => <Choices of={episodes} nameOf={titleOf} moreOf={dateOf} onChoose={setEpisode} />}
      </List>
    </Dialog>
  );
}

/** The same from the other side: links an episode with a video that is ready. */
export function LinkEpisodeDialog({ episode, onClose }: { readonly episode: Episode; readonly onClose: () => void }) {
  const [stock, setStock] = useState<Stock>();
  const list = useInfiniteQuery(stocksQuery(episode.podcast_id, 'ready'));
  if (stock) return <Confirm stock={stock} episode={episode} onBack={() => setStock(undefined)} onClose={onClose} />;
  return (
    <Dialog title={t('Link a video with an episode')} onClose={onClose}>
      <List list={list} empty={<Empty title={t('No video')} />} counted={(count) => t('{0|video|videos}', count)}>
        {(stocks) => <Choices of={stocks} nameOf={stockName} moreOf={lengthOf} onChoose={setStock} />}
      </List>
    </Dialog>
  );
}

const dateOf = ({ published_at: at }: Episode) => (at === null ? t('No date') : <Time at={at} dateOnly />);
const lengthOf = ({ duration_seconds: duration }: Stock) => duration !== null && asDuration(duration);

type ChoicesProps<Item> = {
  readonly of: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly moreOf: (item: Item) => ReactNode;
  readonly onChoose: (item: Item) => void;
};

function Choices<Item extends { readonly id: string }>({ of, nameOf, moreOf, onChoose }: ChoicesProps<Item>) {
  return (
    <ul className="scroll-y">
      {of.map((one) => (
        <li key={one.id}>
          <button type="button" className="line" onClick={() => onChoose(one)}>
            <bdi>{nameOf(one)}</bdi> <span className="hint">{moreOf(one)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Confirm({ stock, episode, onBack, onClose }: Props & { readonly episode: Episode; readonly onBack: () => void }) {
  const body = { episode_id: episode.id, expected_revision: stock.revision };
  const video = (
    <>
      <bdi>{stockName(stock)}</bdi> {lengthOf(stock)}
    </>
  );
  return (
    <ActionDialog
      title={t('Link these?')}
      onClose={onBack}
      onDone={onClose}
      closeLabel={t('Choose another')}
      focusesMain
      submit={t('Link them')}
      run={() => api.POST('/api/v1/video-stocks/{stock}/link', { params: pathOf(stock), body })}
      done={() => t('The video is linked.')}
      changes={changesOfVideos(stock.podcast_id)}
    >
      <Facts
        of={[
          [t('Video'), video],
          [t('Episode'), <bdi>{titleOf(episode)}</bdi>],
        ]}
      />
    </ActionDialog>
  );
}

type UnlinkProps = {
  readonly stock: Pick<Stock, 'id' | 'podcast_id'> & { readonly revision?: number };
  readonly onClose: () => void;
};

/** Takes a video from its episode. It stays ready for another one. */
export function UnlinkDialog({ stock, onClose }: UnlinkProps) {
  const body = stock.revision === undefined ? {} : { expected_revision: stock.revision };
  return (
    <ActionDialog
      title={t('Unlink this video?')}
      onClose={onClose}
      submit={t('Unlink the video')}
      kind="danger"
      run={() => api.POST('/api/v1/video-stocks/{stock}/unlink', { params: pathOf(stock), body })}
      done={() => t('The video is unlinked.')}
      changes={changesOfVideos(stock.podcast_id)}
    >
      <p>{t('The episode will have no video. The video stays ready, goes on using quota, and can be linked again.')}</p>
    </ActionDialog>
  );
}
