import { useState } from 'react';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { titleOf } from '../../api/episodes.ts';
import { Button } from '../../parts/controls.tsx';
import { asDuration } from '../../parts/format.ts';
import { useStore } from '../../parts/store.ts';
import { t } from '../../texts/language.ts';
import { LinkEpisodeDialog, UnlinkDialog } from '../videos/link-dialogs.tsx';
import { DropPlace, TransferList } from '../videos/transfers.tsx';
import { startTransfer, transfers } from '../videos/uploads.ts';
import '../videos/videos.css';

/** The video of an episode, or how it gets one: an upload that starts here is linked with it. */
export function Video({ episode }: { readonly episode: Episode }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { id, podcast_id: podcast, guid, video } = episode;
  const own = useStore(transfers).filter((transfer) => transfer.episode === id);
  if (video) {
    return (
      <>
        <p>
          {t('Linked')}
          {video.duration_seconds !== null && `, ${asDuration(video.duration_seconds)}`}.{' '}
          <Link href={`/podcasts/${podcast}/videos?status=matched`}>{t('Videos')}</Link>
        </p>
        <Button needs="delete" onClick={() => setAsking(true)}>
          {t('Unlink…')}
        </Button>
        {isAsking && <UnlinkDialog stock={{ id: video.stock_id, podcast_id: podcast }} onClose={close} />}
      </>
    );
  }
  const upload = (file: File) => startTransfer({ podcast, file, title: titleOf(episode), guid: guid ?? '', episode: id });
  return (
    <>
      {own.length === 0 && <p className="muted">{t('No video')}</p>}
      <TransferList podcast={podcast} of={own} />
      <DropPlace label={t('Choose a video…')} onFiles={([file]) => file && upload(file)} />
      <Button needs="update" onClick={() => setAsking(true)}>
        {t('Link one that is ready…')}
      </Button>
      {isAsking && <LinkEpisodeDialog episode={episode} onClose={close} />}
    </>
  );
}
