import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { publicationQuery, type Publication } from '../../api/publication.ts';
import { Copy } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { t } from '../../texts/episode.ts';
import { t as frame } from '../../texts/frame.ts';

/** The public addresses of an episode, each with whether it answers, and why not. */
export function Addresses({ episode }: { readonly episode: Episode }) {
  const { data, error, refetch } = useQuery(publicationQuery(episode.podcast_id));
  return (
    <section className="stack" aria-labelledby="addresses">
      <h2 id="addresses">{t.addresses}</h2>
      {!data && (error ? <Problem error={error} retry={refetch} /> : <Loading label={t.loadingPublication} rows={3} />)}
      {data && (
        <>
          <p className="hint">
            {data.public ? t.seenSoon : t.isOff} <Link href={`/podcasts/${episode.podcast_id}/feed`}>{t.publication}</Link>
          </p>
          <div className="scroll-x">
            <AddressTable episode={episode} publication={data} />
          </div>
        </>
      )}
    </section>
  );
}

function AddressTable({ episode, publication }: { readonly episode: Episode; readonly publication: Publication }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.what}</th>
          <th scope="col">{t.state}</th>
          <th scope="col">{t.address}</th>
          <th scope="col">
            <span className="visually-hidden">{frame.copy}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {addressesOf(episode, publication).map(({ name, url, obstacle }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span className={obstacle === undefined ? 'tag tag-good' : 'tag'}>{obstacle ?? t.public}</span>
            </td>
            <td className="address">{obstacle === undefined ? <a href={url}>{url}</a> : <span className="muted">{url}</span>}</td>
            <td>
              <Copy text={url} label={frame.copy} of={name} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Address = { readonly name: string; readonly url: string; readonly obstacle: string | undefined };

/** Where an episode can be fetched without a token (contract 17). */
function addressesOf(episode: Episode, { public: isPublic, feed_url: feed }: Publication): readonly Address[] {
  const { download_url: base, published_at: at, transcript, chapters, video, audio_url: audio } = episode;
  const time = at === null ? t.noDate : Date.parse(at) > Date.now() ? t.afterRelease : undefined;
  const part = (name: string, path: string, lack: string | false): Address => {
    const off = isPublic ? undefined : t.off;
    return { name, url: `${base}/${path}`, obstacle: lack || off || time };
  };
  const noText = transcript === null && t.noTranscript;
  return [
    { name: t.audio, url: base, obstacle: audio === null ? t.noAudio : time },
    part('WebVTT', 'transcript.vtt', noText),
    part('SRT', 'transcript.srt', noText),
    part('JSON', 'transcript.json', noText),
    part(t.text, 'transcript.txt', noText),
    part(frame.nav.chapters, 'chapters.json', chapters === null && t.noChapters),
    part(t.video, 'video', video === null && t.noVideo),
    ...(feed === null ? [] : [{ name: frame.nav.feed, url: feed, obstacle: isPublic ? undefined : t.off }]),
  ];
}
