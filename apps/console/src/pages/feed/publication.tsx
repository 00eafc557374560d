import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Publication } from '../../api/api.ts';
import { publicationQuery } from '../../api/podcasts.ts';
import { useAction } from '../../parts/actions.ts';
import { Copy } from '../../parts/copy.tsx';
import { Loaded, Problem } from '../../parts/states.tsx';
import { additionsIn } from './additions.ts';
import { Button, Check, Field, Form } from '../../parts/controls.tsx';
import { Facts } from '../../parts/table.tsx';
import { asCount, t } from '../../texts/language.ts';

/** Whether releases of a podcast are public, its public feed, and what was added to it. */
export function PublicationSection({ podcast }: { readonly podcast: string }) {
  const publication = useQuery(publicationQuery(podcast));
  return (
    <section className="sheet stack" aria-labelledby="publication">
      <h2 id="publication">{t('Publication')}</h2>
      <Loaded query={publication}>
        {(data) => (
          <>
            <Settings key={data.updated_at} podcast={podcast} publication={data} />
            {data.public && data.feed_url !== null && <PublicFeed podcast={podcast} url={data.feed_url} />}
            {data.feed_url === null && (
              <p className="hint">{t('Without an external feed there is no public feed, only files of episodes.')}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Settings({ podcast, publication }: { readonly podcast: string; readonly publication: Publication }) {
  const [draft, setDraft] = useState(publication);
  const { public: isPublic, count_downloads, language } = draft;
  const body = { public: isPublic, count_downloads, language };
  const save = useAction({
    run: () => api.PUT('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, body }),
    done: () => t('Saved. Every public address shows it within a minute.'),
    changes: [publicationQuery(podcast).queryKey],
  });
  const set = (change: Partial<Publication>) => setDraft({ ...draft, ...change });
  return (
    <Form needs="update" onSubmit={save.mutate}>
      <Check
        label={t('Feed, transcripts, chapters and videos of published episodes are public')}
        role="switch"
        checked={isPublic}
        onChange={(on) => set({ public: on })}
      />
      <Check
        label={t('Enclosures of the public feed count downloads')}
        role="switch"
        checked={count_downloads}
        onChange={(on) => set({ count_downloads: on })}
      />
      <Field
        label={t('Language of the transcripts (empty: as the feed says)')}
        placeholder="en-GB"
        value={language ?? ''}
        onChange={(tag) => set({ language: tag === '' ? null : tag })}
      />
      {save.error && <Problem error={save.error} />}
      <div>
        <Button type="submit" kind="primary" disabled={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </Form>
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
        <a href={url}>{url}</a> <Copy text={url} label={t('Copy')} of={t('Feed')} />
        <Button disabled={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
          {t('Show what was added')}
        </Button>
      </p>
      {error && <Problem error={error} />}
      {data && <Facts of={data.map(({ name, count }) => [name, asCount(count)])} />}
    </>
  );
}

/** The public feed needs no token. */
async function readAdditions(podcast: string, signal: AbortSignal) {
  const answer = await fetch(`/f/${podcast}`, { signal, credentials: 'omit', cache: 'no-cache' });
  if (!answer.ok) throw new Error(t('The public feed answers {0}. A change is seen within a minute.', answer.status));
  return additionsIn(await answer.text());
}
