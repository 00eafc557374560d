import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { Episode } from '../../api/api.ts';
import { titleOf } from '../../api/episodes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Codes, langOf, messageOf } from '../../parts/states.tsx';
import { removeFiles, updateFile, type BulkFile, bulkFiles } from './bulk-files.ts';
import { plan, uploadAll } from './bulk-plan.ts';
import { Button } from '../../parts/controls.tsx';
import { Table } from '../../parts/table.tsx';
import { useStore } from '../../parts/store.ts';
import { t } from '../../texts/language.ts';

type Pages = InfiniteData<{ readonly data: readonly Episode[] }>;

/** Checks the new files of a podcast; episodes that are loaded need no request. */
export async function startPlan(client: QueryClient, podcast: string): Promise<void> {
  const queryKey = ['podcasts', podcast, 'episodes'];
  // After an upload the list is read again; until then it lacks what was uploaded.
  if (client.isFetching({ queryKey }) > 0) await client.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false });
  const lists = client.getQueriesData<Pages>({ queryKey });
  const episodes = lists.flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? []);
  await plan([...new Map(episodes.map((episode) => [episode.id, episode])).values()]);
}

async function send(client: QueryClient, podcast: string): Promise<void> {
  await uploadAll(podcast);
  await client.invalidateQueries({ queryKey: ['podcasts', podcast] });
  await client.invalidateQueries({ queryKey: ['episodes'] });
}

/** Many transcripts at once: what each is for and what would become of it, and then the uploads. */
export function BulkDialog({ podcast }: { readonly podcast: string }) {
  const files = useStore(bulkFiles).filter((one) => one.podcast === podcast);
  const client = useQueryClient();
  const count = (state: BulkFile['state']) => files.filter((one) => one.state === state).length;
  const isBusy = count('new') + count('uploading') > 0;
  const failed = files.filter(({ state }) => state === 'failed');
  const checkAgain = () => {
    for (const { key } of failed) updateFile(key, { state: 'new', episode: undefined, error: undefined });
    void startPlan(client, podcast);
  };
  return (
    <Dialog
      title={t('Upload transcripts')}
      isWide
      onClose={() => !isBusy && removeFiles(podcast)}
      closeLabel={count('uploaded') > 0 ? t('Close') : t('Cancel')}
      actions={
        <>
          {failed.length > 0 && (
            <Button disabled={isBusy} onClick={checkAgain}>
              {t('Check the failed ones again')}
            </Button>
          )}
          <Button kind="primary" disabled={isBusy || count('ready') === 0} onClick={() => void send(client, podcast)}>
            {t('Upload {0|transcript|transcripts}', count('ready'))}
          </Button>
        </>
      }
    >
      <Plan files={files} />
    </Dialog>
  );
}

const STATES: Readonly<Record<BulkFile['state'], readonly [tag: string, name: string]>> = {
  new: ['', t('Queued')],
  ready: ['tag-ready', t('Ready')],
  same: ['', t('No change')],
  stopped: ['tag-warn', t('Left out')],
  uploading: ['', t('Uploading')],
  uploaded: ['tag-good', t('Done')],
  failed: ['tag-bad', t('Failed')],
};

function Plan({ files }: { readonly files: readonly BulkFile[] }) {
  const count = (state: BulkFile['state']) => files.filter((one) => one.state === state).length;
  const left = count('new');
  return (
    <>
      <p role="status">{left > 0 ? t('Checking: {0|file|files} left.', left) : t('{0|file|files} uploaded.', count('uploaded'))}</p>
      <Table
        label={t('Files')}
        columns={[t('File'), t('Episode'), t('What becomes of it')]}
        hasHeads
        rows={files.map((one) => {
          const title = one.episode ? <bdi>{titleOf(one.episode)}</bdi> : '—';
          return { key: one.key, cells: [<bdi>{one.file.name}</bdi>, title, <Outcome file={one} />] };
        })}
      />
    </>
  );
}

function Outcome({ file: { state, told, error } }: { readonly file: BulkFile }) {
  const [tag, name] = STATES[state];
  return (
    <>
      <span className={`tag ${tag}`}>{name}</span> {error ? <span lang={langOf(error)}>{messageOf(error)}</span> : told}{' '}
      {error && <Codes of={error} />}
    </>
  );
}
