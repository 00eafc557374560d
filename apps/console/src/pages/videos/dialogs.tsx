import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Stock } from '../../api/api.ts';
import { changesOfVideos, showAtOnce, stockName, uploadsQuery } from '../../api/videos.ts';
import { useAction } from '../../parts/actions.ts';
import { asBytes } from '../../parts/format.ts';
import { LinkDialog, UnlinkDialog, useShown } from './link-dialogs.tsx';
import { t } from '../../texts/videos.ts';
import { t as frame } from '../../texts/frame.ts';
import { Rich } from '../../parts/rich.tsx';
import { Field, Choice } from '../../parts/form.tsx';
import { itemsOf, More } from '../../parts/list.tsx';
import { FormDialog } from '../../parts/dialog.tsx';

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
    onSuccess: useShown(onClose),
  });
  return (
    <FormDialog
      title={t.cancelTitle}
      onClose={onClose}
      closeLabel={t.keep}
      submit={t.cancelIt}
      kind="danger"
      disabled={cancel.isPending}
      error={cancel.error}
      onSubmit={cancel.mutate}
    >
      <p>
        <Rich of={t.cancelHint(<bdi>{stockName(stock)}</bdi>)} />
      </p>
    </FormDialog>
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
    onSuccess: useShown(onClose),
  });
}

function Correct({ stock, onClose }: Props) {
  const [draft, setDraft] = useState(() => correctionOf(stock));
  const correct = useCorrect(stock, onClose);
  const field = (label: string, name: keyof Correction) => (
    <Field label={label} value={draft[name]} onChange={(value) => setDraft({ ...draft, [name]: value })} />
  );
  return (
    <FormDialog
      title={t.correctTitle}
      onClose={onClose}
      closeLabel={frame.close}
      submit={frame.save}
      disabled={correct.isPending}
      error={correct.error}
      onSubmit={() => correct.mutate(draft)}
    >
      {field(t.title, 'title')}
      {field(t.guidOfEpisode, 'guid')}
      {field(t.titleOfEpisode, 'matchTitle')}
      {stock.status === 'failed' && <UploadChoice value={draft.upload} onChange={(upload) => setDraft({ ...draft, upload })} />}
    </FormDialog>
  );
}

function UploadChoice({ value, onChange }: { readonly value: string; readonly onChange: (upload: string) => void }) {
  const list = useInfiniteQuery(uploadsQuery('completed'));
  const unused = itemsOf(list.data).filter(({ expires_at: expiresAt }) => expiresAt !== null);
  const nameOf = ({ id, filename, byte_size: size }: (typeof unused)[number]) =>
    `${filename ?? id}${size === null ? '' : ` (${asBytes(size)})`}`;
  return (
    <>
      <Choice
        label={t.otherUpload}
        value={value}
        options={[['', t.noUpload], ...unused.map((one) => [one.id, nameOf(one)] as const)]}
        onChange={onChange}
      />
      {list.hasNextPage && <More list={list} shown={unused.length} counted={t.unusedUploads} />}
    </>
  );
}
