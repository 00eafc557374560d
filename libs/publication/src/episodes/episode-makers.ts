import { createHash } from 'node:crypto';
import { ChaptersService, podcastChapters } from '@app/chapters';
import { FairSemaphore } from '@app/process';
import { TRANSCRIPT_FORMS, TranscriptsService, type TranscriptHead } from '@app/transcripts';
import { Injectable } from '@nestjs/common';
import { videoType } from '../feed/published-feeds.queries.js';
import { compressed, sizeOfFile, type FileMaker, type PublicFile } from '../files/public-files.js';
import { PublicEpisodesQueries } from './public-episodes.queries.js';

/** The forms of a public transcript, by the name of their file. */
const TRANSCRIPT_FILES = {
  'transcript.vtt': 'vtt',
  'transcript.srt': 'srt',
  'transcript.json': 'podcast.json',
  'transcript.txt': 'txt',
} as const;

export const TEXTS = [...Object.keys(TRANSCRIPT_FILES), 'chapters.json'];

export type TextState = { readonly version: string; readonly ownerId: string; readonly head?: TranscriptHead; readonly chapters?: string };

/** Makes public transcripts and chapters. Ids are `<episode>/<file>`. */
@Injectable()
export class EpisodeTextMaker implements FileMaker<TextState> {
  readonly sizeOf = sizeOfFile;

  /** Texts of 10 MB take several times their size in memory. */
  private readonly making = new FairSemaphore({ total: 4, perKey: 1, timeoutMs: 10_000 });

  constructor(
    private readonly queries: PublicEpisodesQueries,
    private readonly transcripts: TranscriptsService,
    private readonly chapters: ChaptersService,
  ) {}

  async state(id: string): Promise<TextState | undefined> {
    const [episode = '', file] = id.split('/');
    const ownerId = await this.queries.ownerOf(episode);
    if (ownerId === undefined) return undefined;
    if (file !== 'chapters.json') {
      const head = await this.transcripts.find(episode);
      return head && { version: head.revision, ownerId, head };
    }
    const chapters = await this.chapters.find(episode);
    if (chapters.length === 0) return undefined;
    const text = JSON.stringify(podcastChapters(chapters));
    return { version: createHash('sha256').update(text).digest('base64'), ownerId, chapters: text };
  }

  make(id: string, { ownerId, head, chapters = '' }: TextState): Promise<PublicFile> {
    if (!head) return compressed([chapters], 'application/json+chapters');
    const form = TRANSCRIPT_FILES[id.split('/')[1] as keyof typeof TRANSCRIPT_FILES];
    return this.making.run(ownerId, async () => {
      const text = await this.transcripts.render(head, form, { key: ownerId });
      return compressed([Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()], TRANSCRIPT_FORMS[form].contentType);
    });
  }
}

/** Where a public video is. Its bytes never change. */
export type VideoFile = { readonly uploadId: string; readonly contentType: string; readonly byteSize: number };

export type VideoState = VideoFile & { readonly version: string };

/** Finds public videos, by episode. */
@Injectable()
export class VideoFinder implements FileMaker<VideoState, VideoFile> {
  constructor(private readonly queries: PublicEpisodesQueries) {}

  async state(episodeId: string): Promise<VideoState | undefined> {
    const video = await this.queries.video(episodeId);
    if (!video) return undefined;
    const { uploadId, byteSize } = video;
    return { version: uploadId, uploadId, contentType: videoType(video.contentType), byteSize: Number(byteSize) };
  }

  make(_episodeId: string, video: VideoState): Promise<VideoFile> {
    return Promise.resolve(video);
  }

  sizeOf(): number {
    return 0;
  }
}
