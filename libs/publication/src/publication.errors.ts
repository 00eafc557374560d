import { defineErrors } from '@app/http/errors';

export const publicationErrors = defineErrors({
  invalid_language: {
    kind: 'invalid',
    message: 'language is a tag of BCP 47, such as en or pt-BR, of at most 64 characters, or null for the language of the feed.',
    meaning: '`language` is not a tag of BCP 47, or has more than 64 characters.',
  },
});
