import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import type { Episode, Missing } from '../../api/api.ts';
import { episodesQuery } from '../../api/episodes.ts';
import { asDuration, counted } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import './desk.css';

const PARTS: readonly Missing[] = ['transcript', 'chapters', 'video'];

/** The episodes of a podcast, with what each release still lacks. */
export function Desk({ podcast }: { readonly podcast: string }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('missing')?.split(',') ?? [];
  const missing = PARTS.filter((part) => asked.includes(part));
  const list = useInfiniteQuery(episodesQuery(podcast, missing));
  const episodes = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const toggle = (part: Missing) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      const parts = PARTS.filter((one) => missing.includes(one) !== (one === part));
      if (parts.length === 0) next.delete('missing');
      else next.set('missing', parts.join(','));
      return next;
    });
  return (
    <Page title="Episodes" eyebrow={<PodcastTitle podcast={podcast} />}>
      <fieldset className="filters row">
        <legend>Only episodes without</legend>
        {PARTS.map((part) => (
          <label key={part} className="filter">
            <input type="checkbox" checked={missing.includes(part)} onChange={() => toggle(part)} /> {part}
          </label>
        ))}
      </fieldset>
      {list.isPending && <Loading label="Loading the episodes" rows={8} />}
      {list.error && <Problem error={list.error} retry={list.refetch} />}
      {list.data && episodes.length === 0 && <Empty title="No episode matches." />}
      <ul className="episodes">
        {episodes.map((episode) => (
          <EpisodeRow key={episode.id} episode={episode} />
        ))}
      </ul>
      <More list={list} shown={episodes.length} one="episode" />
    </Page>
  );
}

function EpisodeRow({ episode }: { readonly episode: Episode }) {
  const { id, title, published_at: publishedAt, duration_seconds: duration } = episode;
  return (
    <li className="episode">
      <div className="episode-title">
        <Link href={`/episodes/${id}/transcript`}>
          <bdi>{title}</bdi>
        </Link>
        <p className="hint">
          {publishedAt === null ? <span className="tag tag-now">Not published</span> : <Time at={publishedAt} />}
          {duration !== null && <span className="number">{asDuration(duration)}</span>}
        </p>
      </div>
      <ul className="episode-parts">
        <li>
          <Link href={`/episodes/${id}/transcript`}>
            {episode.transcript ? counted(episode.transcript.segment_count, 'subtitle') : 'No transcript'}
          </Link>
        </li>
        <li>
          <Link href={`/episodes/${id}/chapters`}>{episode.chapters ? counted(episode.chapters.count, 'chapter') : 'No chapters'}</Link>
        </li>
        <li>{episode.video ? 'Video' : 'No video'}</li>
      </ul>
    </li>
  );
}
