import type { Episode } from '../../api/api.ts';
import { ApiError } from '@app/client';
import { useCallback, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Difference } from './difference.tsx';
import { SignInAgain } from '../../session/sign-in-again.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { useReview, type Review } from './use-review.ts';
import { Button } from '../../parts/button.tsx';
import { rich } from '../../parts/rich.tsx';
import { t } from '../../texts/language.ts';

type Props = {
  readonly episode: Episode;
  readonly editor: TranscriptEditor;
  readonly onClose: () => void;
};

/** Shows the difference to what is stored, and uploads. */
export function ReviewDialog({ episode, editor, onClose }: Props) {
  const reviewing = useReview(episode, editor, onClose);
  const { reviewed, problem, isUploading, send } = reviewing;
  const [merged, setMerged] = useState<{ readonly of: Review; readonly text: string }>();
  const merge = useCallback((text: string) => setMerged(reviewed && { of: reviewed, text }), [reviewed]);
  if (problem instanceof ApiError && problem.status === 401) return <SignInAgain error={problem} onClose={onClose} />;
  const taken = merged?.of === reviewed ? merged?.text : undefined;
  const isSame = reviewed?.comparison.changes.length === 0;
  return (
    <Dialog
      title={isSame ? t('Nothing would change') : t('What the upload changes')}
      isWide
      onClose={onClose}
      actions={
        reviewed &&
        !isSame && (
          <Button kind="primary" disabled={isUploading} onClick={() => void send(reviewed, taken)}>
            {isUploading ? t('Uploading…') : reviewed.revision === null ? t('Upload') : t('Replace the transcript')}
          </Button>
        )
      }
    >
      {problem && <Problem error={problem} />}
      {!reviewed && !problem && <Loading />}
      {reviewed && <Reviewed reviewed={reviewed} isStale={reviewing.isStale} isSame={isSame} onMerge={merge} />}
    </Dialog>
  );
}

type ReviewedProps = {
  readonly reviewed: Review;
  readonly isStale: boolean;
  readonly isSame: boolean;
  readonly onMerge: (text: string) => void;
};

function Reviewed({ reviewed: { revision, comparison }, isStale, isSame, onMerge }: ReviewedProps) {
  return (
    <>
      {isStale && <StaleNotice revision={revision} />}
      {isSame ? (
        <p>{t('The stored transcript has the same subtitles, times and speakers.')}</p>
      ) : (
        <>
          <p className="hint">
            {revision === null
              ? t('The episode has no transcript yet.')
              : t(
                  'This is the file that the API gives back, before and after. The whole transcript is replaced: chapters stay, word-level timings are deleted.',
                )}
          </p>
          <Difference
            comparison={comparison}
            label={t('The transcript after the upload and what it differs in')}
            onMerge={isStale && revision !== null ? onMerge : undefined}
          />
        </>
      )}
    </>
  );
}

function StaleNotice({ revision }: { readonly revision: string | null }) {
  return (
    <p className="notice notice-warn" role="alert">
      <strong>{t('The stored transcript has changed since you opened it.')}</strong>{' '}
      {revision === null
        ? t('It was removed.')
        : rich(
            'Another one was uploaded on {0}: its lines are red, yours green. “Take theirs” keeps theirs at that place.',
            <Time at={revision} />,
          )}
    </p>
  );
}
