import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';

export function Videos({ podcast }: { readonly podcast: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quota'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/video-quota', { signal })).data.data,
  });
  return (
    <Page title="Videos" eyebrow={<PodcastTitle podcast={podcast} />}>
      {data ? (
        <p>{data.usage_percent} % of the quota is used</p>
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Loading label="Loading the quota" />
      )}
    </Page>
  );
}
