import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { podcastsQuery } from '../../api/podcasts.ts';
import { Empty, List } from '../../parts/states.tsx';
import { Page } from '../../parts/page.tsx';
import { t } from '../../texts/language.ts';

export function Podcasts() {
  const list = useInfiniteQuery(podcastsQuery);
  return (
    <Page title={t('Podcasts')}>
      <List
        list={list}
        empty={
          <Empty title={t('There is no podcast here yet.')}>
            {t('You see podcasts whose ownership is confirmed. The operator of this service creates and confirms them.')}
          </Empty>
        }
        counted={(count) => t('{0|podcast|podcasts}', count)}
      >
        {(podcasts) => (
          <ul className="list podcasts">
            {podcasts.map(({ id, title }) => (
              <li key={id}>
                <Link href={`/podcasts/${id}`}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Page>
  );
}
