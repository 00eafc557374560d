import { usePodcasts } from '../api/podcasts.ts';
import { t } from '../texts/frame.ts';

export function PodcastTitle({ podcast }: { readonly podcast: string }) {
  return <bdi>{usePodcasts(podcast).podcasts.find(({ id }) => id === podcast)?.title ?? t.podcast}</bdi>;
}
