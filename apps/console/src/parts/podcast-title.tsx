import { usePodcastTitle } from '../api/podcasts.ts';
import { t } from '../texts/frame.ts';

export function PodcastTitle({ podcast }: { readonly podcast: string }) {
  return <bdi>{usePodcastTitle(podcast) ?? t.podcast}</bdi>;
}
