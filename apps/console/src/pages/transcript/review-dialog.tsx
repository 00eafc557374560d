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
import { useReview, type Review, type Reviewing } from './use-review.ts';

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
      title={isSame ? 'Nothing would change' : 'What the upload changes'}
      isWide
      onClose={onClose}
      actions={
        reviewed &&
        !isSame && (
          <button type="button" className="button button-primary" disabled={isUploading} onClick={() => void send(reviewed, taken)}>
            {isUploading ? 'Uploading…' : reviewed.revision === null ? 'Upload' : 'Replace the transcript'}
          </button>
        )
      }
    >
      {problem && <Problem error={problem} />}
      {!reviewed && !problem && <Loading label="Comparing with the stored transcript" />}
      {reviewed && <Reviewed reviewed={reviewed} isStale={reviewing.isStale} isSame={isSame} onMerge={merge} />}
    </Dialog>
  );
}

type ReviewedProps = {
  readonly reviewed: NonNullable<Reviewing['reviewed']>;
  readonly isStale: boolean;
  readonly isSame: boolean;
  readonly onMerge: (text: string) => void;
};

function Reviewed({ reviewed: { revision, comparison }, isStale, isSame, onMerge }: ReviewedProps) {
  return (
    <>
      {isStale && <StaleNotice revision={revision} />}
      {isSame ? (
        <p>The stored transcript has the same subtitles, times and speakers.</p>
      ) : (
        <>
          <p className="hint">
            {revision === null
              ? 'The episode has no transcript yet.'
              : 'This is the file that the API gives back, before and after. The whole transcript is replaced: chapters stay, word-level timings are deleted.'}
          </p>
          <Difference
            comparison={comparison}
            label="The transcript after the upload and what it differs in"
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
      <strong>The stored transcript has changed since you opened it.</strong>{' '}
      {revision === null ? (
        'It was removed.'
      ) : (
        <>
          Another one was uploaded on <Time at={revision} />: its lines are red, yours green. “Take theirs” keeps theirs at that place.
        </>
      )}
    </p>
  );
}
