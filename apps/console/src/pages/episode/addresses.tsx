import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { publicationQuery, type Publication } from '../../api/publication.ts';
import { Copy } from '../../parts/copy.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';

/** The public addresses of an episode, each with whether it answers, and why not. */
export function Addresses({ episode }: { readonly episode: Episode }) {
  const { data, error, refetch } = useQuery(publicationQuery(episode.podcast_id));
  return (
    <section className="stack" aria-labelledby="addresses">
      <h2 id="addresses">Public addresses</h2>
      {!data && (error ? <Problem error={error} retry={refetch} /> : <Loading label="Loading the publication" rows={3} />)}
      {data && (
        <>
          <p className="hint">
            {data.public ? 'A change is seen here within a minute.' : 'The publication of this podcast is off.'}{' '}
            <Link href={`/podcasts/${episode.podcast_id}/feed`}>Publication</Link>
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
          <th scope="col">What</th>
          <th scope="col">State</th>
          <th scope="col">Address</th>
          <th scope="col">
            <span className="visually-hidden">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {addressesOf(episode, publication).map(({ name, url, obstacle }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span className={obstacle === undefined ? 'tag tag-good' : 'tag'}>{obstacle ?? 'Public'}</span>
            </td>
            <td className="address">{obstacle === undefined ? <a href={url}>{url}</a> : <span className="muted">{url}</span>}</td>
            <td>
              <Copy text={url} label="Copy" of={name} />
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
  const time = at === null ? 'No date' : Date.parse(at) > Date.now() ? 'After its release' : undefined;
  const part = (name: string, path: string, lack: string | false): Address => {
    const off = isPublic ? undefined : 'Publication is off';
    return { name, url: `${base}/${path}`, obstacle: lack || off || time };
  };
  const noText = transcript === null && 'No transcript';
  return [
    { name: 'Audio', url: base, obstacle: audio === null ? 'No audio' : time },
    part('WebVTT', 'transcript.vtt', noText),
    part('SRT', 'transcript.srt', noText),
    part('JSON', 'transcript.json', noText),
    part('Text', 'transcript.txt', noText),
    part('Chapters', 'chapters.json', chapters === null && 'No chapters'),
    part('Video', 'video', video === null && 'No video'),
    ...(feed === null ? [] : [{ name: 'Feed', url: feed, obstacle: isPublic ? undefined : 'Publication is off' }]),
  ];
}
