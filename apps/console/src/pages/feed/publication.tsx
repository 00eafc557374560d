import { skipToken, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { api } from '../../api/api.ts';
import { publicationQuery, type Publication } from '../../api/publication.ts';
import { useAction } from '../../parts/actions.ts';
import { Copy } from '../../parts/copy.tsx';
import { asCount } from '../../texts/language.ts';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { useMay } from '../../session/permissions.tsx';
import { additionsIn } from './additions.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/feed.ts';
import { t as frame } from '../../texts/frame.ts';

/** Whether releases of a podcast are public, its public feed, and what was added to it. */
export function PublicationSection({ podcast }: { readonly podcast: string }) {
  const { data, error, refetch } = useQuery(publicationQuery(podcast));
  return (
    <section className="sheet stack publication" aria-labelledby="publication">
      <h2 id="publication">{t.publication}</h2>
      {!data && (error ? <Problem error={error} retry={refetch} /> : <Loading label={t.loadingPublication} rows={2} />)}
      {data && <Settings key={data.updated_at} podcast={podcast} publication={data} />}
      {data?.public && data.feed_url !== null && <PublicFeed podcast={podcast} url={data.feed_url} />}
      {data?.feed_url === null && <p className="hint">{t.noFeed}</p>}
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
    done: () => t.saved,
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
      <Switch label={t.isPublic} isOn={draft.public} onChange={(isOn) => setDraft({ ...draft, public: isOn })} />
      <Switch label={t.counts} isOn={draft.count_downloads} onChange={(isOn) => setDraft({ ...draft, count_downloads: isOn })} />
      <label className="field">
        {t.language}
        <input
          disabled={!mayUpdate}
          placeholder="en-GB"
          value={draft.language ?? ''}
          onChange={({ target }) => setDraft({ ...draft, language: target.value === '' ? null : target.value })}
        />
      </label>
      {save.error && <Problem error={save.error} />}
      <div className="row">
        <Button type="submit" kind="primary" disabled={!mayUpdate || save.isPending}>
          {frame.save}
        </Button>
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
        <a href={url}>{url}</a> <Copy text={url} label={frame.copy} of={t.feedAddress} />
        <Button disabled={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
          {t.showAdded}
        </Button>
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
  const answer = await fetch(`/f/${podcast}`, { signal, credentials: 'omit', cache: 'no-cache' });
  if (!answer.ok) throw new Error(t.feedAnswers(answer.status));
  return additionsIn(await answer.text());
}
