import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Stock } from '../../api/api.ts';
import { changesOfVideos, matchOf, stockName, uploadsQuery } from '../../api/videos.ts';
import { LinkDialog, pathOf, UnlinkDialog } from './link-dialogs.tsx';
import { Choice, Field } from '../../parts/controls.tsx';
import { List } from '../../parts/states.tsx';
import { ActionDialog } from '../../parts/dialog.tsx';
import { rich, t } from '../../texts/language.ts';

type Props = { readonly stock: Stock; readonly onClose: () => void };

function Cancel({ stock, onClose }: Props) {
  return (
    <ActionDialog
      title={t('Cancel this video?')}
      onClose={onClose}
      closeLabel={t('Keep it')}
      submit={t('Cancel the video')}
      kind="danger"
      run={() => api.POST('/api/v1/video-stocks/{stock}/cancel', { params: pathOf(stock), body: { expected_revision: stock.revision } })}
      done={() => t('The video is canceled.')}
      changes={changesOfVideos(stock.podcast_id)}
    >
      <p>
        {rich(
          '{0} will match no episode any more, and its time is given back to the quota. This cannot be undone.',
          <bdi>{stockName(stock)}</bdi>,
        )}
      </p>
    </ActionDialog>
  );
}

function Correct({ stock, onClose }: Props) {
  const [draft, setDraft] = useState({
    title: stock.title ?? '',
    guid: stock.match?.guid ?? '',
    matchTitle: stock.match?.title ?? '',
    upload: '',
  });
  const { title, guid, matchTitle, upload } = draft;
  const body = {
    expected_revision: stock.revision,
    title: title === '' ? null : title,
    match: matchOf(guid, matchTitle),
    ...(upload === '' ? {} : { upload_id: upload }),
  };
  const field = (label: string, name: keyof typeof draft) => (
    <Field label={label} value={draft[name]} onChange={(value) => setDraft({ ...draft, [name]: value })} />
  );
  return (
    <ActionDialog
      title={t('Correct this video')}
      onClose={onClose}
      submit={t('Save')}
      run={() => api.PATCH('/api/v1/video-stocks/{stock}', { params: pathOf(stock), body })}
      done={() => t('The video is corrected.')}
      changes={changesOfVideos(stock.podcast_id)}
    >
      {field(t('Title'), 'title')}
      {field(t('GUID of the episode (optional)'), 'guid')}
      {field(t('Title of the episode'), 'matchTitle')}
      {stock.status === 'failed' && <UploadChoice value={draft.upload} onChange={(upload) => setDraft({ ...draft, upload })} />}
    </ActionDialog>
  );
}

function UploadChoice({ value, onChange }: { readonly value: string; readonly onChange: (upload: string) => void }) {
  return (
    <List list={useInfiniteQuery(uploadsQuery)} empty={null} counted={(count) => t('{0|file|files}', count)}>
      {(uploads) => (
        <Choice
          label={t('Another upload, in place of the one that failed')}
          value={value}
          options={[
            ['', '—'],
            ...uploads.filter(({ expires_at: end }) => end !== null).map((one) => [one.id, one.filename ?? one.id] as const),
          ]}
          onChange={onChange}
        />
      )}
    </List>
  );
}

/** The dialogs about a video, by what is to become of it. */
export const DIALOGS = { correct: Correct, cancel: Cancel, link: LinkDialog, unlink: UnlinkDialog } as const;
