import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

export function Feed({ podcast }: { readonly podcast: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['podcasts', podcast, 'refetch'],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast } }, signal })).data.data,
  });
  return (
    <Page title="Feed" eyebrow={<PodcastTitle podcast={podcast} />}>
      {error ? <Problem error={error} retry={refetch} /> : data === undefined ? <Loading label="Loading the last refetch" /> : null}
      {data === null && <Empty title="The feed was not fetched yet." />}
      {data && (
        <p>
          {data.status}, requested <Time at={data.requested_at} />
        </p>
      )}
    </Page>
  );
}
