import { useInfiniteQuery } from '@tanstack/react-query';
import { podcastsQuery } from '../api/podcasts.ts';

/** The title of a podcast, as far as the list of podcasts is loaded. */
export function PodcastTitle({ podcast }: { readonly podcast: string }) {
  const { data } = useInfiniteQuery(podcastsQuery);
  return <bdi>{data?.pages.flatMap((page) => page.data).find(({ id }) => id === podcast)?.title ?? 'Podcast'}</bdi>;
}
