import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';

export function Webhook() {
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook'],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/video-webhook', { signal })).data.data,
  });
  return (
    <Page title="Webhook">
      {error ? <Problem error={error} retry={refetch} /> : data === undefined ? <Loading label="Loading the webhook" /> : null}
      {data === null && <Empty title="No destination is registered." />}
      {data && <p>{data.url}</p>}
    </Page>
  );
}
