import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Refetch } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { asCount, counted } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import './feed.css';
import { PublicationSection } from './publication.tsx';
import { STATUS, WARNINGS } from './words.ts';

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

/** The last refetch of a podcast's feed, and a button for the next. */
export function Feed({ podcast }: { readonly podcast: string }) {
  const { data: latest, error, refetch } = useQuery(refetchQuery(podcast));
  const mayUpdate = useMay('update');
  const start = useAction({
    run: () => api.POST('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast } } }),
    changes: [['podcasts', podcast]],
    showsFailure: true,
  });
  return (
    <Page
      title="Feed"
      eyebrow={<PodcastTitle podcast={podcast} />}
      actions={
        <button
          type="button"
          className="button button-primary"
          disabled={!mayUpdate || start.isPending || isRunning(latest)}
          onClick={() => start.mutate()}
        >
          {isRunning(latest) ? 'Fetching…' : 'Refetch now'}
        </button>
      }
    >
      {start.error && <Problem error={start.error} />}
      {error && <Problem error={error} retry={refetch} />}
      {latest === undefined && !error && <Loading label="Loading the last refetch" />}
      {latest === null && (
        <Empty title="This feed was not fetched yet.">
          <p>
            “Refetch now” reads the podcast’s external feed, and adds new episodes. A podcast without an external feed has none to read.
          </p>
        </Empty>
      )}
      <div role="status">{latest && <Outcome refetch={latest} />}</div>
      {latest && <Warnings refetch={latest} />}
      <PublicationSection podcast={podcast} />
    </Page>
  );
}

function Outcome({ refetch }: { readonly refetch: Refetch }) {
  const { status, failure, requested_at: requestedAt, finished_at: finishedAt } = refetch;
  const { tag, label, meaning } = STATUS[status];
  return (
    <section className="sheet stack" aria-label="Last refetch">
      <p className="row">
        <span className={`tag ${tag}`}>{label}</span> {meaning}
      </p>
      {failure && (
        <div className="notice notice-bad">
          <p className="notice-title">{failure.message}</p>
          <p>
            <code>{failure.code}</code>
            {failure.line !== undefined && ` at line ${asCount(failure.line)} of the feed`}
            {failure.column !== undefined && `, column ${asCount(failure.column)}`}
          </p>
        </div>
      )}
      <dl className="facts">
        <Fact term="Requested">
          <Time at={requestedAt} />
        </Fact>
        <Fact term="Finished">{finishedAt === null ? 'not yet' : <Time at={finishedAt} />}</Fact>
        <Fact term="Answer of the feed’s server">{refetch.http_status === null ? 'none' : `status ${refetch.http_status}`}</Fact>
        <Fact term="Episodes">
          {asCount(refetch.episodes_created)} new, {asCount(refetch.episodes_updated)} changed
        </Fact>
        <Fact term="Videos">{asCount(refetch.stocks_matched)} matched with an episode</Fact>
      </dl>
    </section>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Warnings({ refetch: { warnings } }: { readonly refetch: Refetch }) {
  if (warnings.length === 0) return null;
  return (
    <section className="warnings" aria-labelledby="warnings">
      <h2 id="warnings">{counted(warnings.length, 'repair')} while reading</h2>
      <p className="hint">The feed is not well-formed. It was read nevertheless; other readers may refuse it. At most 20 are listed.</p>
      <table>
        <thead>
          <tr>
            <th scope="col" className="number">
              Line
            </th>
            <th scope="col">What was repaired</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {warnings.map(({ code, line }, index) => (
            <tr key={index}>
              <td className="number">{asCount(line)}</td>
              <td>{WARNINGS[code]}</td>
              <td>
                <code>{code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
