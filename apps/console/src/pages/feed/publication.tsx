import { skipToken, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { publicationQuery, type Publication } from '../../api/publication.ts';
import { useAction } from '../../parts/actions.ts';
import { Copy } from '../../parts/copy.tsx';
import { asCount } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { useMay } from '../../session/permissions.tsx';
import { additionsIn } from './additions.ts';

/** Whether releases of a podcast are public, its public feed, and what was added to it. */
export function PublicationSection({ podcast }: { readonly podcast: string }) {
  const { data, error, refetch } = useQuery(publicationQuery(podcast));
  return (
    <section className="sheet stack publication" aria-labelledby="publication">
      <h2 id="publication">Publication</h2>
      {!data && (error ? <Problem error={error} retry={refetch} /> : <Loading label="Loading the publication" rows={2} />)}
      {data && <Settings key={data.updated_at} podcast={podcast} publication={data} />}
      {data?.public && data.feed_url !== null && <PublicFeed podcast={podcast} url={data.feed_url} />}
      {data?.feed_url === null && <p className="hint">Without an external feed there is no public feed, only files of episodes.</p>}
    </section>
  );
}

type SettingsProps = { readonly podcast: string; readonly publication: Publication };

function useSave(podcast: string) {
  return useAction({
    run: ({ public: isPublic, count_downloads, language }: Publication) => {
      const body = { public: isPublic, count_downloads, language };
      return api.PUT('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, body });
    },
    done: () => 'Saved. Every public address shows it within a minute.',
    changes: [publicationQuery(podcast).queryKey],
    showsFailure: true,
  });
}

function Settings({ podcast, publication }: SettingsProps) {
  const mayUpdate = useMay('update');
  const [draft, setDraft] = useState(publication);
  const save = useSave(podcast);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Switch
        label="Feed, transcripts, chapters and videos of published episodes are public"
        isOn={draft.public}
        onChange={(isOn) => setDraft({ ...draft, public: isOn })}
      />
      <Switch
        label="Enclosures of the public feed count downloads"
        isOn={draft.count_downloads}
        onChange={(isOn) => setDraft({ ...draft, count_downloads: isOn })}
      />
      <label className="field">
        Language of the transcripts (empty: as the feed says)
        <input
          disabled={!mayUpdate}
          placeholder="en-GB"
          value={draft.language ?? ''}
          onChange={({ target }) => setDraft({ ...draft, language: target.value === '' ? null : target.value })}
        />
      </label>
      {save.error && <Problem error={save.error} />}
      <div className="row">
        <button className="button button-primary" disabled={!mayUpdate || save.isPending}>
          Save
        </button>
      </div>
    </form>
  );
}

type SwitchProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

function Switch({ label, isOn, onChange }: SwitchProps) {
  const mayUpdate = useMay('update');
  return (
    <label className="filter">
      <input type="checkbox" role="switch" disabled={!mayUpdate} checked={isOn} onChange={({ target }) => onChange(target.checked)} />{' '}
      {label}
    </label>
  );
}

function PublicFeed({ podcast, url }: { readonly podcast: string; readonly url: string }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['public feed', podcast],
    queryFn: isAsked ? ({ signal }) => readAdditions(podcast, signal) : skipToken,
    retry: false,
  });
  return (
    <>
      <p className="row">
        <a href={url}>{url}</a> <Copy text={url} label="Copy" of="the feed’s address" />
        <button type="button" className="button" disabled={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
          Show what was added
        </button>
      </p>
      {error && <Problem error={error} />}
      {data && (
        <dl className="facts">
          {data.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{asCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The public feed needs no token. */
async function readAdditions(podcast: string, signal: AbortSignal) {
  const answer = await fetch(`/f/${podcast}`, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`The public feed answers ${answer.status}. A change is seen within a minute.`);
  return additionsIn(await answer.text());
}
