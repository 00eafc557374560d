import { usePodcastTitle } from '../api/podcasts.ts';

export function PodcastTitle({ podcast }: { readonly podcast: string }) {
  return <bdi>{usePodcastTitle(podcast) ?? 'Podcast'}</bdi>;
}
