import { ApiError } from '@app/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { readEpisode } from '../../api/episodes.ts';
import { counted } from '../../parts/format.ts';
import { notify } from '../../parts/notices.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { findingsOfErrors } from './judging/diagnostics.ts';
import type { Comparison } from './judging/protocol.ts';
import { readStored, revisionOf, upload } from './stored.ts';

/** The stored transcript as it was looked at, and what the upload would change in it. */
type Review = { readonly revision: string | null; readonly text: string; readonly comparison: Comparison };

export type Reviewing = {
  readonly reviewed: Review | undefined;
  readonly problem: Error | undefined;
  readonly isUploading: boolean;
  /** Whether another transcript was stored since the editor, or this review, was opened. */
  readonly isStale: boolean;
  readonly send: (review: Review) => Promise<void>;
};

/** Compares with what is stored, and uploads. The API has no condition for an upload, so the page looks again right before it. */
export function useReview(episode: Episode, editor: TranscriptEditor, onClose: () => void): Reviewing {
  const [reviewed, setReviewed] = useState<Review>();
  const [problem, setProblem] = useState<Error>();
  const [isUploading, setUploading] = useState(false);
  const [hasChanged, setChanged] = useState(false);
  const refresh = useRefresh(episode);

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
        return setReviewed(await review(episode.id, editor));
      }
      await store(episode.id, editor, text);
      await refresh();
      onClose();
    } catch (error) {
      if (showAtLines(editor, error)) onClose();
      else setProblem(error as Error);
    } finally {
      setUploading(false);
    }
  };
  const isStale = hasChanged || (reviewed !== undefined && reviewed.revision !== editor.revision);
  return { reviewed, problem, isUploading, isStale, send };
}

async function review(episode: string, editor: TranscriptEditor): Promise<Review> {
  const { text } = editor;
  const { format } = editor.summary;
  const fresh = await readEpisode(episode);
  const as = fresh.transcript?.format === format ? format : 'vtt';
  const stored = fresh.transcript ? await readStored(episode, as) : '';
  return { revision: revisionOf(fresh), text, comparison: await editor.judge.run('compare', { text, stored, as }) };
}

async function store(episode: string, editor: TranscriptEditor, text: string): Promise<void> {
  const count = await upload(episode, editor.summary.format, text);
  editor.markStored(text, await readEpisode(episode).then(revisionOf, () => null));
  notify(`Uploaded: ${counted(count, 'subtitle')} stored.`);
}

/** Shows in the editor what the API has found in lines of the text. @returns whether it has */
function showAtLines(editor: TranscriptEditor, error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.errors.some(({ line }) => typeof line === 'number')) return false;
  editor.show(findingsOfErrors(error.errors, editor.view.state.doc), error.errors.length);
  return true;
}

function useRefresh(episode: Episode): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['podcasts', episode.podcast_id] });
    await client.invalidateQueries({ queryKey: ['episodes', episode.id], exact: true });
  };
}
