import { defineErrors } from '@app/http';

/** What callers of the webhook routes can act on. */
export const webhookErrors = defineErrors({
  already_active: { kind: 'conflict', message: 'The destination is verified already.' },
  delivery_not_finished: {
    kind: 'conflict',
    message: 'The delivery is queued or being sent. Only a finished delivery can be sent again.',
  },
  endpoint_not_active: { kind: 'conflict', message: 'There is no active destination to send to.' },
  not_redeliverable: {
    kind: 'conflict',
    message: 'A verification cannot be sent again. Request a new one with POST /api/v1/video-webhook/verify.',
  },
  registration_limit: {
    kind: 'rate_limited',
    message: ({ limit }: { limit: number }) => `At most ${limit} registrations and repeated verifications an hour are accepted.`,
    meaning: 'too many accepted registrations and repeated verifications in an hour',
  },
});
