import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Episode, Publication } from '../../api/api.ts';
import { publicationQuery } from '../../api/podcasts.ts';
import { Copy } from '../../parts/copy.tsx';
import { Table } from '../../parts/table.tsx';
import { Loaded } from '../../parts/states.tsx';
import { t } from '../../texts/language.ts';

/** The public addresses of an episode, each with whether it answers, and why not. */
export function Addresses({ episode }: { readonly episode: Episode }) {
  return (
    <section className="stack" aria-labelledby="addresses">
      <h2 id="addresses">{t('Public addresses')}</h2>
      <Loaded query={useQuery(publicationQuery(episode.podcast_id))}>
        {(publication) => (
          <>
            <p className="hint">
              {publication.public ? t('A change is seen here within a minute.') : t('The publication of this podcast is off.')}{' '}
              <Link href={`/podcasts/${episode.podcast_id}/feed`}>{t('Publication')}</Link>
            </p>
            <Table
              label={t('Public addresses')}
              columns={[t('What'), t('State'), t('Address'), { hidden: t('Copy') }]}
              hasHeads
              rows={addressesOf(episode, publication).map(({ name, url, obstacle }) => {
                const tag = <span className={obstacle === undefined ? 'tag tag-good' : 'tag'}>{obstacle ?? t('Public')}</span>;
                const address = obstacle === undefined ? <a href={url}>{url}</a> : <span className="muted">{url}</span>;
                const copy = <Copy text={url} label={t('Copy')} of={name} />;
                return { key: name, cells: [name, tag, <div className="wide-cell">{address}</div>, copy] };
              })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Address = { readonly name: string; readonly url: string; readonly obstacle: string | undefined };

/** Where an episode can be fetched without a token (contract 17). */
function addressesOf(episode: Episode, { public: isPublic, feed_url: feed }: Publication): readonly Address[] {
  const { download_url: base, published_at: at, transcript, chapters, video, audio_url: audio } = episode;
  const time = at === null ? t('No date') : Date.parse(at) > Date.now() ? t('After its release') : undefined;
  const part = (name: string, path: string, lack: string | false): Address => {
    const off = isPublic ? undefined : t('Publication is off');
    return { name, url: `${base}/${path}`, obstacle: lack || off || time };
  };
  const noText = transcript === null && t('No transcript');
  return [
    { name: t('Audio'), url: base, obstacle: audio === null ? t('No audio') : time },
    part('WebVTT', 'transcript.vtt', noText),
    part('SRT', 'transcript.srt', noText),
    part('JSON', 'transcript.json', noText),
    part(t('Text'), 'transcript.txt', noText),
    part(t('Chapters'), 'chapters.json', chapters === null && t('No chapters')),
    part(t('Video'), 'video', video === null && t('No video')),
    ...(feed === null ? [] : [{ name: t('Feed'), url: feed, obstacle: isPublic ? undefined : t('Publication is off') }]),
  ];
}
