import type { TranscriptFormat } from '@app/subtitles';
import type { Episode } from '../../api/api.ts';
import { useAction } from '../../parts/actions.ts';
import { saveFile } from '../../parts/browser.ts';
import { titleOf } from '../../api/episodes.ts';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { readStored } from './stored.ts';
import { Button } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

type Kind = 'here' | TranscriptFormat | 'json';

const KINDS: readonly (readonly [kind: Kind, name: string])[] = [
  ['here', t('As it is here')],
  ['vtt', t('Stored, WebVTT')],
  ['srt', t('Stored, SRT')],
  ['json', t('Stored, JSON')],
];

/** The text as a file, and what is stored in every format of the API. */
export function Downloads({ episode, editor }: { readonly episode: Episode; readonly editor: TranscriptEditor }) {
  const save = useAction({
    run: async (kind: Kind) => {
      const extension = kind === 'here' ? editor.summary.format : kind;
      const content = kind === 'here' ? editor.text : (await readStored(episode.id, kind)).text;
      saveFile(`${titleOf(episode)}.${extension}`, 'application/octet-stream', content);
    },
    changes: [],
    tellsFailure: true,
  });
  return (
    <section aria-labelledby="download-heading">
      <h2 id="download-heading">{t('Download')}</h2>
      <div className="row">
        {KINDS.map(([kind, name]) => (
          <Button
            key={kind}
            disabled={save.isPending || (kind !== 'here' && episode.transcript === null)}
            onClick={() => save.mutate(kind)}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
