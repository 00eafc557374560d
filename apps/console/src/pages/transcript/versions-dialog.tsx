import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Episode, Version } from '../../api/api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { inLocalTime } from '../../parts/format.ts';
import { useAction } from '../../parts/actions.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Difference } from './difference.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { versionQuery, versionsQuery } from './stored.ts';
import { Button, Choice } from '../../parts/controls.tsx';
import { t } from '../../texts/language.ts';

type Props = { readonly episode: Episode; readonly editor: TranscriptEditor; readonly onClose: () => void };

/** In place of a version's number: the text in the editor. */
const HERE = 0;

/** The last uploads: the difference between any two of them or the text here, and any of them back into the editor. */
export function VersionsDialog({ episode, editor, onClose }: Props) {
  const list = useQuery({ ...versionsQuery(episode.id), staleTime: 0 });
  const { data: versions } = list;
  const [older, setOlder] = useState<number>();
  const client = useQueryClient();
  const chosen = versions?.find(({ number }) => number === older) ?? versions?.[0];
  const restore = useAction({
    run: async ({ number, format }: Version) => editor.replace(await client.fetchQuery(versionQuery(episode.id, number, format))),
    done: () => t('Version {0} is in the editor. Upload it to restore it; undo brings the text before it back.', chosen?.number ?? 0),
    changes: [],
    tellsFailure: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      title={t('Versions')}
      isWide
      onClose={onClose}
      closeLabel={t('Close')}
      actions={
        chosen && (
          <Button kind="primary" needs="update" onClick={() => restore.mutate(chosen)}>
            {t('Open version {0} in the editor', chosen.number)}
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {(all) =>
          chosen ? (
            <Comparing episode={episode.id} editor={editor} versions={all} from={chosen.number} onFrom={setOlder} />
          ) : (
            <Empty title={t('No transcript')} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

type ComparingProps = {
  readonly episode: string;
  readonly editor: TranscriptEditor;
  readonly versions: readonly Version[];
  readonly from: number;
  readonly onFrom: (number: number) => void;
};

function Comparing({ episode, editor, versions, from, onFrom }: ComparingProps) {
  const [to, setTo] = useState(HERE);
  const client = useQueryClient();
  const compared = useQuery({
    queryKey: ['transcript', episode, 'compared', from, to],
    queryFn: async () => {
      const as = to === HERE ? editor.summary.format : 'vtt';
      const read = (number: number) => client.fetchQuery(versionQuery(episode, number, as));
      const [stored, text] = await Promise.all([read(from), to === HERE ? editor.text : read(to)]);
      return editor.judge.run((reader) => reader.compare(text, stored, as));
    },
    staleTime: 0,
    gcTime: 0,
  });
  const options = versions.map(({ number, uploaded_at: at, segment_count: count }) => {
    return [number, t('Version {0}, {1}, {2|subtitle|subtitles}', number, inLocalTime(at), count)] as const;
  });
  return (
    <>
      <div className="row">
        <Choice label={t('From')} value={from} options={options} onChange={onFrom} />
        <Choice label={t('To')} value={to} options={[[HERE, t('The text here')], ...options]} onChange={setTo} />
      </div>
      <Loaded query={compared}>{(comparison) => <Difference comparison={comparison} />}</Loaded>
    </>
  );
}
