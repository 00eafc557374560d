import { usePodcasts } from '../api/podcasts.ts';
import { t } from '../texts/language.ts';

export function PodcastTitle({ podcast }: { readonly podcast: string }) {
  return <bdi>{usePodcasts(podcast).podcasts.find(({ id }) => id === podcast)?.title ?? t('Podcast')}</bdi>;
}
