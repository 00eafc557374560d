import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Refetch } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { asCount } from '../../texts/language.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { PublicationSection } from './publication.tsx';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/feed.ts';
import { t as frame } from '../../texts/frame.ts';
import { Table, Facts } from '../../parts/table.tsx';

/** The page waits for the end of a refetch, by requests of half a minute, each of which follows the one before after this time. */
const WAIT_AFTER_MS = 500;

const isRunning = (refetch: Refetch | null | undefined) => refetch?.status === 'queued' || refetch?.status === 'fetching';

const refetchQuery = (podcast: string) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'refetch'],
    queryFn: async ({ signal, client, queryKey }) => {
      const query = { wait: isRunning(client.getQueryData<Refetch | null>(queryKey)) ? 30 : undefined };
      return (await api.GET('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast }, query }, signal })).data.data;
    },
    refetchInterval: ({ state }) => (isRunning(state.data) ? WAIT_AFTER_MS : false),
  });

const TAGS: Readonly<Record<Refetch['status'], string>> = {
  queued: 'tag-warn',
  fetching: 'tag-warn',
  succeeded: 'tag-good',
  not_modified: 'tag-good',
  failed: 'tag-bad',
};

/** The last refetch of a podcast's feed, and a button for the next. */
export function Feed({ podcast }: { readonly podcast: string }) {
  const last = useQuery(refetchQuery(podcast));
  const { data: latest } = last;
  const mayUpdate = useMay('update');
  const start = useAction({
    run: () => api.POST('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast } } }),
    changes: [['podcasts', podcast]],
  });
  return (
    <Page
      title={frame.nav.feed}
      eyebrow={<PodcastTitle podcast={podcast} />}
      actions={
        <Button kind="primary" disabled={!mayUpdate || start.isPending || isRunning(latest)} onClick={() => start.mutate()}>
          {isRunning(latest) ? t.fetching : t.refetch}
        </Button>
      }
    >
      <div className="stack">
        {start.error && <Problem error={start.error} />}
        <Loaded query={last}>{() => latest === null && <Empty title={t.notFetched}>{t.notFetchedHint}</Empty>}</Loaded>
        <div role="status">{latest && <Outcome refetch={latest} />}</div>
        {latest && <Warnings refetch={latest} />}
        <PublicationSection podcast={podcast} />
      </div>
    </Page>
  );
}

function Outcome({ refetch }: { readonly refetch: Refetch }) {
  const { status, failure, requested_at: requestedAt, finished_at: finishedAt } = refetch;
  return (
    <section className="sheet stack" aria-label={t.last}>
      <p className="row">
        <span className={`tag ${TAGS[status]}`}>{t.status[status]}</span>
      </p>
      {failure && (
        <div className="notice notice-bad">
          <p className="strong" lang="en">
            {failure.message}
          </p>
          <p>
            <code>{failure.code}</code>
            {failure.line !== undefined && t.atLine(failure.line)}
            {failure.column !== undefined && t.atColumn(failure.column)}
          </p>
        </div>
      )}
      <Facts
        of={[
          [t.requested, <Time at={requestedAt} />],
          [t.finished, finishedAt === null ? t.notYet : <Time at={finishedAt} />],
          [t.answer, refetch.http_status === null ? t.noAnswer : t.httpStatus(refetch.http_status)],
          [frame.nav.episodes, t.changes(refetch.episodes_created, refetch.episodes_updated)],
          [frame.nav.videos, t.matched(refetch.stocks_matched)],
        ]}
      />
    </section>
  );
}

function Warnings({ refetch: { warnings } }: { readonly refetch: Refetch }) {
  if (warnings.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="warnings">
      <h2 id="warnings">{t.repairs(warnings.length)}</h2>
      <p className="hint">{t.repairsHint}</p>
      <Table label={t.repairs(warnings.length)} columns={[{ number: t.line }, t.repaired, t.code]}>
        {warnings.map(({ code, line }, index) => (
          <tr key={index}>
            <td className="number">{asCount(line)}</td>
            <td>{t.warnings[code]}</td>
            <td>
              <code>{code}</code>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
