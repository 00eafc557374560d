import { toPlainText, toPodcastJson, toSrt, toVtt, webText, type Subtitle, type TranscriptFormat } from '@app/subtitles';

/** SubRip's media types: none is registered, and tools use all of these (contract 2.5). */
export const SUBRIP_TYPES = ['application/x-subrip', 'text/srt', 'application/srt', 'application/x-srt', 'application/subrip'] as const;

/** The forms of a transcript: those of the API, and the further ones of published episodes (contract 5.5, 17). */
export const TRANSCRIPT_FORMS = {
  json: { contentType: 'application/json; charset=utf-8' },
  vtt: { contentType: 'text/vtt; charset=utf-8' },
  srt: { contentType: 'application/x-subrip; charset=utf-8' },
  'podcast.json': { contentType: 'application/json; charset=utf-8' },
  txt: { contentType: 'text/plain; charset=utf-8' },
} as const;
export type TranscriptForm = keyof typeof TRANSCRIPT_FORMS;

export type TranscriptHead = {
  readonly episodeId: string;
  readonly number: number;
  readonly revision: string;
  readonly format: TranscriptFormat;
  readonly byteSize: number;
  readonly wordLevel: boolean;
};

/** Raise it whenever a stored transcript is written otherwise than before: caches hold what the ETag names. */
export const RENDERER = 2;

/** Strong: it differs between the forms of a transcript, between versions, and with the {@link RENDERER}. */
export function etagOf({ revision, wordLevel }: Pick<TranscriptHead, 'revision' | 'wordLevel'>, form: TranscriptForm): string {
  return `"${revision}${wordLevel && form === 'json' ? '.words' : ''}.${RENDERER}.${form}"`;
}

export function writeForm(subtitles: readonly Subtitle[], form: TranscriptForm, head: TranscriptHead): string {
  const { format } = head;
  switch (form) {
    case 'json':
      return apiJson(subtitles, head);
    case 'vtt':
      return toVtt(subtitles, format);
    case 'srt':
      return toSrt(subtitles, format);
    case 'podcast.json':
      return toPodcastJson(subtitles, format);
    case 'txt':
      return toPlainText(subtitles, format);
  }
}

function apiJson(subtitles: readonly Subtitle[], { episodeId, wordLevel, format }: TranscriptHead): string {
  const segments = subtitles.map(({ startMs, endMs, speaker, text }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    speaker,
    text: webText(text, format),
  }));
  return JSON.stringify({ data: { episode_id: episodeId, word_level: wordLevel, segments } });
}
