import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { titleOf } from '../../parts/title-of.ts';
import { changesOfVideos } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { LinkEpisodeDialog, UnlinkDialog } from '../videos/link-dialogs.tsx';
import { DropPlace, TransferRow } from '../videos/transfers.tsx';
import { startTransfer, transfers } from '../videos/uploads.ts';
import '../videos/videos.css';
import { Button } from '../../parts/controls.tsx';
import { useStore } from '../../parts/use-store.ts';
import { t } from '../../texts/language.ts';

/** The video of an episode, or how it gets one: an upload that starts here is linked with it. */
export function Video({ episode }: { readonly episode: Episode }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { id, podcast_id: podcast, video } = episode;
  if (video) {
    return (
      <>
        <p>
          {t('Linked')}
          {video.duration_seconds !== null && `, ${asDuration(video.duration_seconds)}`}.{' '}
          <Link href={`/podcasts/${podcast}/videos?status=matched`}>{t('All videos')}</Link>
        </p>
        <Button needs="delete" onClick={() => setAsking(true)}>
          {t('Unlink…')}
        </Button>
        {isAsking && <UnlinkDialog stock={{ id: video.stock_id, podcast_id: podcast }} onClose={close} />}
      </>
    );
  }
  return (
    <>
      <Transfers episode={id} podcast={podcast} />
      <DropPlace label={t('Choose a video…')} onFiles={([file]) => file && upload(episode, file)} />
      <Button needs="update" onClick={() => setAsking(true)}>
        {t('Link one that is ready…')}
      </Button>
      {isAsking && <LinkEpisodeDialog episode={episode} onClose={close} />}
    </>
  );
}

function upload(episode: Episode, file: File): void {
  startTransfer({ podcast: episode.podcast_id, file, title: titleOf(episode), guid: episode.guid ?? '', episode: episode.id });
}

/** The uploads for this episode. */
function Transfers({ episode, podcast }: { readonly episode: string; readonly podcast: string }) {
  const own = useStore(transfers).filter((transfer) => transfer.episode === episode);
  const isDone = own.some(({ state }) => state === 'registered');
  const client = useQueryClient();
  useEffect(() => {
    if (isDone) for (const queryKey of changesOfVideos(podcast)) void client.invalidateQueries({ queryKey });
  }, [client, isDone, podcast]);
  if (own.length === 0) return <p className="muted">{t('None yet.')}</p>;
  return (
    <ul className="list">
      {own.map((transfer) => (
        <TransferRow key={transfer.key} transfer={transfer} />
      ))}
    </ul>
  );
}
