import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Stock } from '../../api/api.ts';
import { episodesQuery } from '../../api/episodes.ts';
import { uploadsQuery } from '../../api/videos.ts';
import { useAction } from '../../parts/actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { asBytes } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

export type Dialogue = { readonly kind: 'correct' | 'cancel' | 'link'; readonly stock: Stock };
type Props = { readonly stock: Stock; readonly onClose: () => void };

export function StockDialog({ dialogue: { kind, stock }, onClose }: { readonly dialogue: Dialogue; readonly onClose: () => void }) {
  switch (kind) {
    case 'correct':
      return <Correct stock={stock} onClose={onClose} />;
    case 'cancel':
      return <Cancel stock={stock} onClose={onClose} />;
    case 'link':
      return <Choose stock={stock} onClose={onClose} />;
  }
}

const pathOf = ({ id }: Stock) => ({ path: { stock: id } });
const nameOf = ({ title, client_key: key }: Stock) => title ?? key;
const changesOf = ({ podcast_id: podcast }: Stock) => [['stocks', podcast], ['quota'], ['podcasts', podcast, 'episodes'], ['uploads']];

/** Shows what the API has made of a stock: whoever changes it again before the list is loaded needs its revision. */
function useShown(onClose: () => void): (answer: { readonly data: { readonly data: Stock } }) => void {
  const client = useQueryClient();
  return ({ data }) => {
    showAtOnce(client, data.data);
    onClose();
  };
}

function Cancel({ stock, onClose }: Props) {
  const cancel = useAction({
    run: () => api.POST('/api/v1/video-stocks/{stock}/cancel', { params: pathOf(stock), body: { expected_revision: stock.revision } }),
    done: () => 'The video is canceled.',
    changes: changesOf(stock),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog title="Cancel this video?" onClose={onClose}>
      <p>
        <bdi>{nameOf(stock)}</bdi> will match no episode any more, and its time is given back to the quota. This cannot be undone.
      </p>
      {cancel.error && <Problem error={cancel.error} />}
      <div className="row dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="button button-danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the video
        </button>
      </div>
    </Dialog>
  );
}

type Correction = { readonly title: string; readonly guid: string; readonly matchTitle: string; readonly upload: string };
type Pages = InfiniteData<{ readonly data: readonly Stock[] }>;

function Correct({ stock, onClose }: Props) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Correction>({
    title: stock.title ?? '',
    guid: stock.match?.guid ?? '',
    matchTitle: stock.match?.title ?? '',
    upload: '',
  });
  const correct = useAction({
    run: async () => {
      const match = { ...(draft.guid === '' ? {} : { guid: draft.guid }), ...(draft.matchTitle === '' ? {} : { title: draft.matchTitle }) };
      const corrected = {
        title: draft.title === '' ? null : draft.title,
        match: Object.keys(match).length === 0 ? null : match,
      };
      const undo = showAtOnce(client, { ...stock, ...corrected });
      const body = { expected_revision: stock.revision, ...corrected, ...(draft.upload === '' ? {} : { upload_id: draft.upload }) };
      return api.PATCH('/api/v1/video-stocks/{stock}', { params: pathOf(stock), body }).catch((error: unknown) => {
        undo();
        throw error;
      });
    },
    done: () => 'The video is corrected.',
    changes: changesOf(stock),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  const field = (label: string, name: keyof Correction) => (
    <label className="field">
      {label}
      <input dir="auto" value={draft[name]} onChange={({ target }) => setDraft({ ...draft, [name]: target.value })} />
    </label>
  );
  return (
    <Dialog title="Correct this video" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          correct.mutate();
        }}
      >
        {field('Title', 'title')}
        {field('GUID of its episode', 'guid')}
        {field('Title of its episode', 'matchTitle')}
        {stock.status === 'failed' && <UploadChoice value={draft.upload} onChange={(upload) => setDraft({ ...draft, upload })} />}
        {correct.error && <Problem error={correct.error} />}
        <div className="row dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
          <button className="button button-primary" disabled={correct.isPending}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows a stock as it will be. @returns what takes that back */
function showAtOnce(client: ReturnType<typeof useQueryClient>, stock: Stock): () => void {
  const before = client.getQueriesData<Pages>({ queryKey: ['stocks', stock.podcast_id] });
  client.setQueriesData<Pages>({ queryKey: ['stocks', stock.podcast_id] }, (lists) => {
    if (!lists) return lists;
    const pages = lists.pages.map((page) => ({ ...page, data: page.data.map((one) => (one.id === stock.id ? stock : one)) }));
    return { ...lists, pages };
  });
  return () => before.forEach(([key, data]) => client.setQueryData(key, data));
}

function UploadChoice({ value, onChange }: { readonly value: string; readonly onChange: (upload: string) => void }) {
  const { data } = useQuery(uploadsQuery('completed'));
  return (
    <label className="field">
      Another upload, in place of the one that failed
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">None</option>
        {(data ?? [])
          .filter(({ expires_at: expiresAt }) => expiresAt !== null)
          .map(({ id, filename, byte_size: size }) => (
            <option key={id} value={id}>
              {filename ?? id}
              {size !== null && ` (${asBytes(size)})`}
            </option>
          ))}
      </select>
    </label>
  );
}

function Choose({ stock, onClose }: Props) {
  const list = useInfiniteQuery(episodesQuery(stock.podcast_id, ['video']));
  const episodes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const link = useAction({
    run: (episode: string) =>
      api.POST('/api/v1/video-stocks/{stock}/link', {
        params: pathOf(stock),
        body: { episode_id: episode, expected_revision: stock.revision },
      }),
    done: () => 'The video is linked.',
    changes: changesOf(stock),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog title="Link this video with an episode" onClose={onClose}>
      <p>
        Choose the episode that <bdi>{nameOf(stock)}</bdi> belongs to, among those without a video.
      </p>
      {link.error && <Problem error={link.error} />}
      {list.isPending && <Loading label="Loading the episodes" />}
      {list.error && <Problem error={list.error} retry={list.refetch} />}
      {list.data && episodes.length === 0 && <Empty title="Every episode has a video." />}
      <ul className="choices">
        {episodes.map(({ id, title, published_at: publishedAt }) => (
          <li key={id}>
            <button type="button" className="choice" disabled={link.isPending} onClick={() => link.mutate(id)}>
              <bdi>{title}</bdi> <span className="hint">{publishedAt === null ? 'not published' : <Time at={publishedAt} dateOnly />}</span>
            </button>
          </li>
        ))}
      </ul>
      <More list={list} shown={episodes.length} one="episode" />
      <div className="row dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
