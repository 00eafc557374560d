import { EpisodePage } from '../../parts/episode-head.tsx';
import { counted } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';

export function Transcript({ episode: id }: { readonly episode: string }) {
  return (
    <EpisodePage episode={id} subject="Transcript">
      {({ transcript }) =>
        transcript ? <p>{counted(transcript.segment_count, 'subtitle')}</p> : <Empty title="This episode has none yet." />
      }
    </EpisodePage>
  );
}
