import { ApiError } from '@app/client';
import type { TranscriptFormat } from '@app/subtitles';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Episode } from '../../api/api.ts';
import { readEpisode } from '../../api/episodes.ts';
import { notify } from '../../parts/notices.tsx';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import type { Comparison } from './judging/reader.ts';
import { readStored, revisionOf, upload } from './stored.ts';
import { t } from '../../texts/language.ts';

/** The stored transcript as it was looked at, and what the upload would change in it. */
export type Review = {
  readonly revision: string | null;
  readonly etag: string | null;
  readonly text: string;
  readonly format: TranscriptFormat;
  /** The format in which both are compared. */
  readonly as: TranscriptFormat;
  readonly comparison: Comparison;
};

/** Compares with what is stored, and uploads in place of what was looked at (`If-Match`); another one is shown first. */
export function useReview(episode: Episode, editor: TranscriptEditor, onClose: () => void) {
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

  /** @param merged the text, where lines of the other one were taken over */
  const send = async (given: Review, merged?: string) => {
    setProblem(undefined);
    setUploading(true);
    if (merged !== undefined) editor.replace(merged);
    try {
      await store(episode.id, editor, merged === undefined ? given : { ...given, text: merged, format: given.as });
      await refresh();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setChanged(true);
        await review(episode.id, editor).then(setReviewed, setProblem);
      } else setProblem(error as Error);
    } finally {
      setUploading(false);
    }
  };
  // Whether another transcript was stored since the editor, or this review, was opened.
  const isStale = hasChanged || (reviewed !== undefined && reviewed.revision !== editor.revision);
  return { reviewed, problem, isUploading, isStale, send };
}

async function review(episode: string, editor: TranscriptEditor): Promise<Review> {
  const { text } = editor;
  const { format } = editor.summary;
  const fresh = await readEpisode(episode);
  const as = fresh.transcript?.format === format ? format : 'vtt';
  const { text: stored, etag } = fresh.transcript ? await readStored(episode, as) : { text: '', etag: null };
  return {
    revision: revisionOf(fresh),
    etag,
    text,
    format,
    as,
    comparison: await editor.judge.run((reader) => reader.compare(text, stored, as)),
  };
}

async function store(episode: string, editor: TranscriptEditor, { text, format, etag }: Review): Promise<void> {
  const count = await upload(episode, { content: text, format, etag });
  editor.markStored(text, await readEpisode(episode).then(revisionOf, () => null));
  notify(t('Uploaded: {0|subtitle|subtitles} stored.', count));
}

function useRefresh(episode: Episode): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['podcasts', episode.podcast_id] });
    await client.invalidateQueries({ queryKey: ['episodes', episode.id], exact: true });
  };
}
