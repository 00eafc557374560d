import { defineErrors, type ErrorDefinition } from '@app/http/errors'; // threads read this file, too
import { DEFECT_CODES, type Defect } from '@app/subtitles';

export const transcriptionErrors = defineErrors({
  transcription_in_progress: {
    kind: 'invalid',
    message: 'Automatic transcription or speaker separation is in progress. Upload again after it has ended.',
  },
});

/** The defects of a file. Their messages come from `@app/subtitles`. */
export const defectErrors = defineErrors(
  Object.fromEntries(DEFECT_CODES.map((code) => [code, { kind: 'invalid', message: code }])) as Record<Defect['code'], ErrorDefinition>,
);

/** Every code with which an upload is refused. */
export const transcriptErrors = { ...transcriptionErrors, ...defectErrors };
