import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, type Stock } from '../../api/api.ts';
import { episodesQuery } from '../../api/episodes.ts';
import { changesOfVideos, uploadsQuery } from '../../api/videos.ts';
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

/** Shows the stock as the API answered: a second change before the list is loaded needs its revision. */
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
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title="Cancel this video?"
      onClose={onClose}
      closeLabel="Keep it"
      actions={
        <button type="button" className="button button-danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the video
        </button>
      }
    >
      <p>
        <bdi>{nameOf(stock)}</bdi> will match no episode any more, and its time is given back to the quota. This cannot be undone.
      </p>
      {cancel.error && <Problem error={cancel.error} />}
    </Dialog>
  );
}

type Correction = { readonly title: string; readonly guid: string; readonly matchTitle: string; readonly upload: string };
type Pages = InfiniteData<{ readonly data: readonly Stock[] }>;

const correctionOf = ({ title, match }: Stock): Correction => {
  return { title: title ?? '', guid: match?.guid ?? '', matchTitle: match?.title ?? '', upload: '' };
};

/** Shows the correction at once, and takes it back when the API refuses it. */
function useCorrect(stock: Stock, onClose: () => void) {
  const client = useQueryClient();
  return useAction({
    run: async ({ title, guid, matchTitle, upload }: Correction) => {
      const match = { ...(guid === '' ? {} : { guid }), ...(matchTitle === '' ? {} : { title: matchTitle }) };
      const corrected = { title: title === '' ? null : title, match: Object.keys(match).length === 0 ? null : match };
      const undo = showAtOnce(client, { ...stock, ...corrected });
      const body = { expected_revision: stock.revision, ...corrected, ...(upload === '' ? {} : { upload_id: upload }) };
      return api.PATCH('/api/v1/video-stocks/{stock}', { params: pathOf(stock), body }).catch((error: unknown) => {
        undo();
        throw error;
      });
    },
    done: () => 'The video is corrected.',
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
}

function Correct({ stock, onClose }: Props) {
  const [draft, setDraft] = useState(() => correctionOf(stock));
  const correct = useCorrect(stock, onClose);
  const form = useId();
  const field = (label: string, name: keyof Correction) => (
    <label className="field">
      {label}
      <input dir="auto" value={draft[name]} onChange={({ target }) => setDraft({ ...draft, [name]: target.value })} />
    </label>
  );
  return (
    <Dialog
      title="Correct this video"
      onClose={onClose}
      closeLabel="Close"
      actions={
        <button form={form} className="button button-primary" disabled={correct.isPending}>
          Save
        </button>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          correct.mutate(draft);
        }}
      >
        {field('Title', 'title')}
        {field('GUID of its episode', 'guid')}
        {field('Title of its episode', 'matchTitle')}
        {stock.status === 'failed' && <UploadChoice value={draft.upload} onChange={(upload) => setDraft({ ...draft, upload })} />}
        {correct.error && <Problem error={correct.error} />}
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
  const list = useInfiniteQuery(uploadsQuery('completed'));
  const unused = (list.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ expires_at: expiresAt }) => expiresAt !== null);
  return (
    <>
      <label className="field">
        Another upload, in place of the one that failed
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">None</option>
          {unused.map(({ id, filename, byte_size: size }) => (
            <option key={id} value={id}>
              {filename ?? id}
              {size !== null && ` (${asBytes(size)})`}
            </option>
          ))}
        </select>
      </label>
      {list.hasNextPage && <More list={list} shown={unused.length} one="unused upload" />}
    </>
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
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog title="Link this video with an episode" onClose={onClose} closeLabel="Close">
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
    </Dialog>
  );
}
