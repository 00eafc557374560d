import { Page } from '../../parts/page.tsx';
import { PodcastTitle } from '../../parts/podcast-title.tsx';

export function Downloads({ podcast }: { readonly podcast: string }) {
  return (
    <Page title="Downloads" eyebrow={<PodcastTitle podcast={podcast} />}>
      <p />
    </Page>
  );
}
