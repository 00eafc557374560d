import { defineErrors } from '@app/http/errors';
import { EDIT_LIMITS } from '@app/subtitles';

export const retimeErrors = defineErrors({
  invalid_edit: {
    kind: 'invalid',
    message: ({ index }: { index: number }) =>
      `Edit ${index} must be { "at", "insert" } or { "from", "to" } in seconds, have a length, begin where the edit before it ends or ` +
      `later, and be one of at most ${EDIT_LIMITS.count}.`,
  },
});
