import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Episode } from '../../api/api.ts';
import { publicationQuery, type Publication } from '../../api/publication.ts';
import { Copy } from '../../parts/copy.tsx';
import { t } from '../../texts/episode.ts';
import { t as frame } from '../../texts/frame.ts';
import { Table } from '../../parts/table.tsx';
import { Loaded } from '../../parts/states.tsx';

/** The public addresses of an episode, each with whether it answers, and why not. */
export function Addresses({ episode }: { readonly episode: Episode }) {
  return (
    <section className="stack" aria-labelledby="addresses">
      <h2 id="addresses">{t.addresses}</h2>
      <Loaded query={useQuery(publicationQuery(episode.podcast_id))}>
        {(publication) => (
          <>
            <p className="hint">
              {publication.public ? t.seenSoon : t.isOff} <Link href={`/podcasts/${episode.podcast_id}/feed`}>{frame.publication}</Link>
            </p>
            <Table label={t.addresses} columns={[t.what, frame.state, t.address, { hidden: frame.copy }]}>
              {addressesOf(episode, publication).map(({ name, url, obstacle }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <span className={obstacle === undefined ? 'tag tag-good' : 'tag'}>{obstacle ?? t.public}</span>
                  </td>
                  <td className="wide-cell">{obstacle === undefined ? <a href={url}>{url}</a> : <span className="muted">{url}</span>}</td>
                  <td>
                    <Copy text={url} label={frame.copy} of={name} />
                  </td>
                </tr>
              ))}
            </Table>
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
  const time = at === null ? frame.noDate : Date.parse(at) > Date.now() ? t.afterRelease : undefined;
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
    part(frame.nav.chapters, 'chapters.json', chapters === null && frame.noChapters),
    part(frame.video, 'video', video === null && frame.noVideo),
    ...(feed === null ? [] : [{ name: frame.nav.feed, url: feed, obstacle: isPublic ? undefined : t.off }]),
  ];
}
