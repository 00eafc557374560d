import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { EpisodePage } from '../../parts/episode-head.tsx';
import { SoleTab } from '../../parts/sole-tab.tsx';
import { transcriptDrafts } from './drafts.ts';
import { openedQuery, revisionOf } from './stored.ts';
import { Workbench } from './workbench.tsx';
import './transcript.css';
import { Loaded } from '../../parts/states.tsx';
import { t } from '../../texts/language.ts';

/** The editor of one episode's transcript. */
export function Transcript({ episode: id }: { readonly episode: string }) {
  return (
    <EpisodePage episode={id} subject={t('Transcript')}>
      {(episode) => (
        <SoleTab name={`transcript/${episode.id}`}>
          <Opening episode={episode} />
        </SoleTab>
      )}
    </EpisodePage>
  );
}

/** Loads the stored transcript once; what is typed afterwards is the workbench's. */
function Opening({ episode }: { readonly episode: Episode }) {
  const [{ format, revision }] = useState(() => ({
    format: episode.transcript?.format,
    revision: revisionOf(episode),
  }));
  const stored = useQuery(openedQuery(episode.id, format));
  const draft = useQuery(transcriptDrafts.query(episode.id));
  return (
    <Loaded query={draft.data === undefined ? { ...stored, data: undefined } : stored}>
      {(text) => <Workbench episode={episode} opened={{ stored: text, revision, draft: draft.data ?? undefined }} />}
    </Loaded>
  );
}
