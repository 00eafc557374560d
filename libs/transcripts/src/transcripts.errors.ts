import { defineErrors, type AnyErrorTable } from '@app/http';
import { DEFECT_CODES } from '@app/subtitles';

export const transcriptionErrors = defineErrors({
  transcription_in_progress: {
    kind: 'invalid',
    message: 'Automatic transcription or speaker separation is in progress. Upload again after it has ended.',
  },
});

/** Every code with which an upload is refused. The messages of defects come from `@app/subtitles`. */
export const transcriptErrors: AnyErrorTable = {
  ...transcriptionErrors,
  ...Object.fromEntries(DEFECT_CODES.map((code) => [code, { code, definition: { kind: 'invalid', message: code } } as const])),
};
