import { EpisodePage } from '../../parts/episode-head.tsx';
import { counted } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';

export function Chapters({ episode: id }: { readonly episode: string }) {
  return (
    <EpisodePage episode={id} subject="Chapters">
      {({ chapters }) => (chapters ? <p>{counted(chapters.count, 'chapter')}</p> : <Empty title="This episode has none yet." />)}
    </EpisodePage>
  );
}
