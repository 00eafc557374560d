import { ApiError } from '@app/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { changesOf, readEpisode } from '../../api/episodes.ts';
import { useAction } from '../../parts/actions.ts';
import { Button } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded, Problem } from '../../parts/states.tsx';
import { rich, t } from '../../texts/language.ts';
import { Time } from '../../parts/format.ts';
import { Difference } from './difference.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import type { Comparison } from './judging/reader.ts';
import { readStored, revisionOf, upload } from './stored.ts';

/** The stored transcript as it was looked at, and what the upload would change in it. */
type Review = {
  readonly revision: string | null;
  readonly etag: string | null;
  readonly text: string;
  readonly comparison: Comparison;
};

const reviewQuery = (episode: string, editor: TranscriptEditor) =>
  queryOptions({
    queryKey: ['transcript', episode, 'review'],
    queryFn: async (): Promise<Review> => {
      const { text, summary } = editor;
      const fresh = await readEpisode(episode);
      const as = fresh.transcript?.format === summary.format ? summary.format : 'vtt';
      const { text: stored, etag } = fresh.transcript ? await readStored(episode, as) : { text: '', etag: null };
      const comparison = await editor.judge.run((reader) => reader.compare(text, stored, as));
      return { revision: revisionOf(fresh), etag, text, comparison };
    },
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });

type Props = { readonly episode: Episode; readonly editor: TranscriptEditor; readonly onClose: () => void };

/** Shows the difference to the stored one, uploads in place of the one seen (`If-Match`); others are shown first. */
export function ReviewDialog({ episode, editor, onClose }: Props) {
  const review = useQuery(reviewQuery(episode.id, editor));
  const { data: reviewed, refetch } = review;
  const [merged, setMerged] = useState<{ readonly of: Review; readonly text: string }>();
  const merge = useCallback((text: string) => setMerged(reviewed && { of: reviewed, text }), [reviewed]);
  const taken = merged?.of === reviewed ? merged?.text : undefined;
  const send = useSend({ episode, editor, onClose }, refetch);
  const isSame = reviewed?.comparison.changes.length === 0;
  const isRefused = isConflict(send.error);
  return (
    <Dialog
      title={t('What the upload changes')}
      isWide
      onClose={onClose}
      actions={
        reviewed &&
        !isSame && (
          <Button kind="primary" disabled={send.isPending} onClick={() => send.mutate({ ...reviewed, text: taken ?? reviewed.text })}>
            {reviewed.revision === null ? t('Upload') : t('Replace the transcript')}
          </Button>
        )
      }
    >
      {send.error && !isRefused && <Problem error={send.error} />}
      <Loaded query={review}>
        {(given) => <Reviewed reviewed={given} isStale={isRefused || given.revision !== editor.revision} isSame={isSame} onMerge={merge} />}
      </Loaded>
    </Dialog>
  );
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

function useSend({ episode, editor, onClose }: Props, refetch: () => Promise<unknown>) {
  return useAction({
    run: async ({ text, etag }: Review) => {
      if (text !== editor.text) editor.replace(text); // lines of the other one were taken over
      const count = await upload(episode.id, { content: text, etag }).catch(async (error: unknown) => {
        if (isConflict(error)) await refetch();
        throw error;
      });
      editor.markStored(text, await readEpisode(episode.id).then(revisionOf, () => null));
      return count;
    },
    done: (count) => t('Uploaded: {0|subtitle|subtitles}', count),
    changes: changesOf(episode),
    onSuccess: onClose,
  });
}

type ReviewedProps = {
  readonly reviewed: Review;
  /** Whether another transcript was stored since the editor was opened. */
  readonly isStale: boolean;
  readonly isSame: boolean;
  readonly onMerge: (text: string) => void;
};

function Reviewed({ reviewed: { revision, comparison }, isStale, isSame, onMerge }: ReviewedProps) {
  return (
    <>
      {isStale && (
        <p className="notice notice-warn" role="alert">
          <strong>{t('The stored transcript has changed since you opened it.')}</strong>{' '}
          {revision === null
            ? t('It was removed.')
            : rich(
                'Another one was uploaded on {0}: its lines are red, yours green. “Take theirs” keeps theirs at that place.',
                <Time at={revision} />,
              )}
        </p>
      )}
      {isSame ? (
        <p>{t('The stored transcript has the same subtitles, times and speakers.')}</p>
      ) : (
        <>
          <p className="hint">
            {revision === null
              ? t('No transcript')
              : t(
                  'This is the file that the API gives back, before and after. The whole transcript is replaced: chapters stay, word-level timings are deleted.',
                )}
          </p>
          <Difference comparison={comparison} onMerge={isStale && revision !== null ? onMerge : undefined} />
        </>
      )}
    </>
  );
}
