import { ApiError } from '@app/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { counted } from '../../parts/format.ts';
import { Modal } from '../../parts/modal.tsx';
import { notify } from '../../parts/notices.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Difference } from './difference.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { findingsOfErrors } from './judging/diagnostics.ts';
import type { Comparison } from './judging/protocol.ts';
import { readEpisode, readStored, revisionOf, upload } from './stored.ts';

type Props = {
  readonly episode: Episode;
  readonly editor: TranscriptEditor;
  readonly onClose: () => void;
};

/** The stored transcript as it was looked at, and what the upload would change in it. */
type Review = { readonly revision: string | null; readonly text: string; readonly comparison: Comparison };

async function review(episode: string, editor: TranscriptEditor): Promise<Review> {
  const { text } = editor;
  const { format } = editor.summary;
  const fresh = await readEpisode(episode);
  const as = fresh.transcript?.format === format ? format : 'vtt';
  const stored = fresh.transcript ? await readStored(episode, as) : '';
  return { revision: revisionOf(fresh), text, comparison: await editor.judge.run('compare', { text, stored, as }) };
}

/** Shows the difference to what is stored, and uploads. The API has no condition for an upload, so the page looks again right before it. */
export function ReviewDialog({ episode, editor, onClose }: Props) {
  const [reviewed, setReviewed] = useState<Review>();
  const [problem, setProblem] = useState<Error>();
  const [isUploading, setUploading] = useState(false);
  const [hasChanged, setChanged] = useState(false);
  const queryClient = useQueryClient();

  useEffect(() => {
    let isOver = false;
    review(episode.id, editor).then(
      (result) => isOver || setReviewed(result),
      (error: Error) => isOver || setProblem(error),
    );
    return () => void (isOver = true);
  }, [episode.id, editor]);

  const send = async ({ revision, text }: Review) => {
    setProblem(undefined);
    setUploading(true);
    try {
      if (revisionOf(await readEpisode(episode.id)) !== revision) {
        setChanged(true);
        setReviewed(await review(episode.id, editor));
        return;
      }
      const count = await upload(episode.id, editor.summary.format, text);
      editor.markStored(text, await readEpisode(episode.id).then(revisionOf, () => null));
      notify(`Uploaded: ${counted(count, 'subtitle')} stored.`);
      await queryClient.invalidateQueries({ queryKey: ['podcasts', episode.podcast_id] });
      await queryClient.invalidateQueries({ queryKey: ['episodes', episode.id], exact: true });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.errors.some((detail) => typeof detail.line === 'number')) {
        editor.show(findingsOfErrors(error.errors, editor.view.state.doc), error.errors.length);
        onClose();
      } else setProblem(error as Error);
    } finally {
      setUploading(false);
    }
  };

  const isSame = reviewed?.comparison.changes.length === 0;
  const isStale = hasChanged || (reviewed !== undefined && reviewed.revision !== editor.revision);
  return (
    <Modal
      title={isSame ? 'Nothing would change' : 'What the upload changes'}
      isWide
      onClose={onClose}
      actions={
        reviewed &&
        !isSame && (
          <button type="button" className="button button-primary" disabled={isUploading} onClick={() => void send(reviewed)}>
            {isUploading ? 'Uploading…' : reviewed.revision === null ? 'Upload' : 'Replace the transcript'}
          </button>
        )
      }
    >
      {problem && <Problem error={problem} />}
      {!reviewed && !problem && <Loading label="Comparing with the stored transcript" />}
      {reviewed && isStale && <StaleNotice revision={reviewed.revision} />}
      {isSame && <p>The stored transcript has the same subtitles, times and speakers.</p>}
      {reviewed && !isSame && (
        <>
          <p className="hint">
            {reviewed.revision === null
              ? 'The episode has no transcript yet.'
              : 'This is the file that the API gives back, before and after. The whole transcript is replaced: chapters stay, word-level timings are deleted.'}
          </p>
          <Difference comparison={reviewed.comparison} label="The transcript after the upload and what it differs in" />
        </>
      )}
    </Modal>
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
          Another one was uploaded on <Time at={revision} />, and you would replace it.
        </>
      )}
    </p>
  );
}
