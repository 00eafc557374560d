import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { podcastsQuery } from '../../api/podcasts.ts';
import { ListProblem, More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { t } from '../../texts/desk.ts';

/** The caller's podcasts. */
export function Podcasts() {
  const list = useInfiniteQuery(podcastsQuery);
  const podcasts = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page title={t.podcasts}>
      {list.isPending && <Loading label={t.loadingPodcasts} />}
      <ListProblem list={list} />
      {list.data && podcasts.length === 0 && (
        <Empty title={t.noPodcast}>
          <p>{t.noPodcastHint}</p>
        </Empty>
      )}
      {podcasts.length > 0 && (
        <ul className="podcasts">
          {podcasts.map(({ id, title }) => (
            <li key={id}>
              <Link href={`/podcasts/${id}`}>
                <bdi>{title}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <More list={list} shown={podcasts.length} counted={t.podcastCount} />
    </Page>
  );
}
