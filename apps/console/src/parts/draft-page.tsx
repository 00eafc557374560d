import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Episode } from '../api/api.ts';
import { t } from '../texts/language.ts';
import { Button } from './controls.tsx';
import type { Drafts } from './drafts.ts';
import { EpisodePage } from './episode-head.tsx';
import { SoleTab } from './sole-tab.tsx';
import { Loaded } from './states.tsx';

type OpenedProps<Stored, Draft, Key extends QueryKey> = {
  readonly drafts: Drafts<Draft>;
  readonly query: (episode: Episode) => UseQueryOptions<Stored, Error, Stored, Key>;
  readonly children: (episode: Episode, stored: Stored, draft: Draft | null) => ReactNode;
};

type Props<Stored, Draft, Key extends QueryKey> = OpenedProps<Stored, Draft, Key> & { readonly episode: string; readonly subject: string };

/** The page of something of an episode that is edited, in one tab at a time, with the draft that is on this device. */
export function DraftPage<Stored, Draft, Key extends QueryKey>({ episode: id, subject, ...opened }: Props<Stored, Draft, Key>) {
  return (
    <EpisodePage episode={id} subject={subject}>
      {(episode) => (
        <SoleTab name={opened.drafts.key(id)}>
          <Opened episode={episode} {...opened} />
        </SoleTab>
      )}
    </EpisodePage>
  );
}

type OpenProps<Stored, Draft, Key extends QueryKey> = OpenedProps<Stored, Draft, Key> & { readonly episode: Episode };

function Opened<Stored, Draft, Key extends QueryKey>({ episode, drafts, query, children }: OpenProps<Stored, Draft, Key>) {
  const stored = useQuery(query(episode));
  const { data: draft } = useQuery(drafts.query(episode.id));
  return (
    <Loaded query={draft === undefined ? { ...stored, data: undefined } : stored}>
      {(data) => children(episode, data, draft ?? null)}
    </Loaded>
  );
}

/** Tells of work kept on this device. @param props.isStale whether its source has changed meanwhile */
export function Restored({ isStale, onCompare }: { readonly isStale: boolean; readonly onCompare: () => void }) {
  return (
    <div className="notice">
      <p>
        {t('This is your work that is not uploaded yet. It was kept on this device.')}{' '}
        {isStale && t('Meanwhile another version was stored, or the stored one removed.')}
      </p>
      {isStale && (
        <Button needs="update" onClick={onCompare}>
          {t('Show the difference')}
        </Button>
      )}
    </div>
  );
}
