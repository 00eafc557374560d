import type { TranscriptFormat } from '@app/subtitles';
import { useState } from 'react';
import { api, type Episode } from '../../api/api.ts';
import { notifyOfFailure } from '../../parts/notices.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { titleOf } from '../../parts/title-of.ts';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { readStored } from './stored.ts';
import { Button } from '../../parts/button.tsx';
import { t } from '../../texts/transcript.ts';

type Kind = 'here' | TranscriptFormat | 'json';

const KINDS: readonly Kind[] = ['here', 'vtt', 'srt', 'json'];

/** The text as a file, and what is stored in every format of the API. */
export function Downloads({ episode, editor }: { readonly episode: Episode; readonly editor: TranscriptEditor }) {
  const [busy, setBusy] = useState<Kind>();
  const save = async (kind: Kind) => {
    setBusy(kind);
    try {
      const extension = kind === 'here' ? editor.summary.format : kind;
      saveFile(`${titleOf(episode)}.${extension}`, 'application/octet-stream', await contentOf(kind, episode.id, editor));
    } catch (error) {
      notifyOfFailure(error as Error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section aria-labelledby="download-heading">
      <h2 id="download-heading">{t.download}</h2>
      <div className="row">
        {KINDS.map((kind) => (
          <Button
            key={kind}
            disabled={busy !== undefined || (kind !== 'here' && episode.transcript === null)}
            onClick={() => void save(kind)}
          >
            {t.downloads[kind]}
          </Button>
        ))}
      </div>
    </section>
  );
}

async function contentOf(kind: Kind, episode: string, editor: TranscriptEditor): Promise<string> {
  if (kind === 'here') return editor.text;
  if (kind !== 'json') return (await readStored(episode, kind)).text;
  return api
    .GET('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode } },
      headers: { Accept: 'application/json' },
      parseAs: 'text',
    })
    .then(({ data }) => data);
}
