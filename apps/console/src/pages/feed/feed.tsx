import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Refetch } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Problem } from '../../parts/states.tsx';
import { Time } from '../../parts/format.ts';
import { PublicationSection } from './publication.tsx';
import { Button } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';
import { Table, Facts } from '../../parts/table.tsx';

/** The page waits for the end of a refetch by requests of half a minute, with this time between them. */
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

const STATES: Readonly<Record<Refetch['status'], readonly [tag: string, name: string]>> = {
  queued: ['tag-warn', t('Queued')],
  fetching: ['tag-warn', t('Fetching')],
  succeeded: ['tag-good', t('Done')],
  not_modified: ['tag-good', t('No change')],
  failed: ['tag-bad', t('Failed')],
};

const WARNINGS: Readonly<Record<Refetch['warnings'][number]['code'], string>> = {
  bare_ampersand: t('An & that begins no entity was read as &amp;'),
  bare_less_than: t('A < that begins no element was read as text'),
  control_character: t('A control character was left out'),
  doctype: t('A DOCTYPE was ignored'),
  html_entity: t('An entity of HTML, unknown to XML, was read'),
  namespace_spelling: t('The namespace has an unusual spelling'),
  no_date: t('An item has no date: its episode is published when it was first seen'),
  relative_url: t('A relative address was completed'),
  text_after_end: t('Text after the end was ignored'),
  text_before_start: t('Text before the start was ignored'),
  title_cut: t('A title of more than 1,000 characters was cut'),
  undeclared_prefix: t('A prefix was used without its namespace declaration'),
  unknown_entity: t('An unknown entity was read as text'),
};

/** The last refetch of a podcast's feed, and a button for the next. */
export function Feed({ podcast }: { readonly podcast: string }) {
  const last = useQuery(refetchQuery(podcast));
  const { data: latest } = last;
  const start = useAction({
    run: () => api.POST('/api/v1/podcasts/{podcast}/rss-refetch', { params: { path: { podcast } } }),
    changes: [['podcasts', podcast]],
  });
  return (
    <Page
      title={t('Feed')}
      podcast={podcast}
      actions={
        <Button kind="primary" needs="update" disabled={start.isPending || isRunning(latest)} onClick={() => start.mutate()}>
          {isRunning(latest) ? t('Fetching') : t('Refetch now')}
        </Button>
      }
    >
      <div className="stack">
        {start.error && <Problem error={start.error} />}
        <Loaded query={last}>
          {() =>
            latest === null && (
              <Empty title={t('This feed was not fetched yet.')}>
                {t(
                  '“Refetch now” reads the podcast’s external feed, and adds new episodes. A podcast without an external feed has none to read.',
                )}
              </Empty>
            )
          }
        </Loaded>
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
    <section className="sheet stack" aria-label={t('Last refetch')}>
      <p>
        <span className={`tag ${STATES[status][0]}`}>{STATES[status][1]}</span>
      </p>
      {failure && (
        <div className="notice notice-bad">
          <p className="strong" lang="en">
            {failure.message}
          </p>
          <p>
            <code>{failure.code}</code>{' '}
            {failure.line !== undefined &&
              `${t('Line {0}', String(failure.line))}${failure.column === undefined ? '' : `:${failure.column}`}`}
          </p>
        </div>
      )}
      <Facts
        of={[
          [t('Requested'), <Time at={requestedAt} />],
          [t('Finished'), finishedAt === null ? '—' : <Time at={finishedAt} />],
          [t('Answer of the feed’s server'), refetch.http_status ?? '—'],
          [t('Episodes'), t('{0} new, {1} changed', refetch.episodes_created, refetch.episodes_updated)],
          [t('Videos'), t('{0} matched with an episode', refetch.stocks_matched)],
        ]}
      />
    </section>
  );
}

function Warnings({ refetch: { warnings } }: { readonly refetch: Refetch }) {
  if (warnings.length === 0) return null;
  const title = t('{0|repair|repairs} while reading', warnings.length);
  return (
    <section className="stack">
      <h2>{title}</h2>
      <p className="hint">
        {t('The feed is not well-formed. It was read nevertheless; other readers may refuse it. At most 20 are listed.')}
      </p>
      <Table
        label={title}
        columns={[{ number: t('Line') }, t('What was repaired'), t('Code')]}
        rows={warnings.map(({ code, line }, key) => ({ key, cells: [line, WARNINGS[code], <code>{code}</code>] }))}
      />
    </section>
  );
}
