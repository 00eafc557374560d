import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, type Stock } from '../../api/api.ts';
import { changesOfVideos, showAtOnce, stockName, uploadsQuery } from '../../api/videos.ts';
import { useAction } from '../../parts/actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { asBytes } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Problem } from '../../parts/problem.tsx';
import { LinkDialog, UnlinkDialog, useShown } from './link-dialogs.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/videos.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';

export type Dialogue = { readonly kind: 'correct' | 'cancel' | 'link' | 'unlink'; readonly stock: Stock };
type Props = { readonly stock: Stock; readonly onClose: () => void };

export function StockDialog({ dialogue: { kind, stock }, onClose }: { readonly dialogue: Dialogue; readonly onClose: () => void }) {
  switch (kind) {
    case 'correct':
      return <Correct stock={stock} onClose={onClose} />;
    case 'cancel':
      return <Cancel stock={stock} onClose={onClose} />;
    case 'link':
      return <LinkDialog stock={stock} onClose={onClose} />;
    case 'unlink':
      return <UnlinkDialog stock={stock} onClose={onClose} />;
  }
}

const pathOf = ({ id }: Stock) => ({ path: { stock: id } });

function Cancel({ stock, onClose }: Props) {
  const cancel = useAction({
    run: () => api.POST('/api/v1/video-stocks/{stock}/cancel', { params: pathOf(stock), body: { expected_revision: stock.revision } }),
    done: () => t.canceled,
    changes: changesOfVideos(stock.podcast_id),
    showsFailure: true,
    onSuccess: useShown(onClose),
  });
  return (
    <Dialog
      title={t.cancelTitle}
      onClose={onClose}
      closeLabel={t.keep}
      actions={
        <Button kind="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {t.cancelIt}
        </Button>
      }
    >
      <p>
        <Rich of={t.cancelHint(<bdi>{stockName(stock)}</bdi>)} />
      </p>
      {cancel.error && <Problem error={cancel.error} />}
    </Dialog>
  );
}

type Correction = { readonly title: string; readonly guid: string; readonly matchTitle: string; readonly upload: string };

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
    done: () => t.corrected,
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
      title={t.correctTitle}
      onClose={onClose}
      closeLabel={frame.close}
      actions={
        <Button type="submit" form={form} kind="primary" disabled={correct.isPending}>
          {frame.save}
        </Button>
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
        {field(t.title, 'title')}
        {field(t.guidOfEpisode, 'guid')}
        {field(t.titleOfEpisode, 'matchTitle')}
        {stock.status === 'failed' && <UploadChoice value={draft.upload} onChange={(upload) => setDraft({ ...draft, upload })} />}
        {correct.error && <Problem error={correct.error} />}
      </form>
    </Dialog>
  );
}

function UploadChoice({ value, onChange }: { readonly value: string; readonly onChange: (upload: string) => void }) {
  const list = useInfiniteQuery(uploadsQuery('completed'));
  const unused = (list.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ expires_at: expiresAt }) => expiresAt !== null);
  return (
    <>
      <label className="field">
        {t.otherUpload}
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t.noUpload}</option>
          {unused.map(({ id, filename, byte_size: size }) => (
            <option key={id} value={id}>
              {filename ?? id}
              {size !== null && ` (${asBytes(size)})`}
            </option>
          ))}
        </select>
      </label>
      {list.hasNextPage && <More list={list} shown={unused.length} counted={t.unusedUploads} />}
    </>
  );
}
