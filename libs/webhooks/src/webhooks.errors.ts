import { defineErrors } from '@app/http/errors';

/** The errors that callers of the webhook routes can act on. */
export const webhookErrors = defineErrors({
  invalid_url: {
    kind: 'invalid',
    message: 'url must be an absolute URL of at most 2,048 characters, without spaces, control characters, backslashes and fragment.',
  },
  https_required: { kind: 'invalid', message: 'url must begin with https://.' },
  port_not_allowed: { kind: 'invalid', message: 'The port must be 443.' },
  credentials_not_allowed: { kind: 'invalid', message: 'url must not contain credentials.' },
  host_not_public: {
    kind: 'invalid',
    message: 'The host must be a name that resolves to public IPv4 addresses alone, or a public IPv4 address.',
  },
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
  replay_in_progress: { kind: 'conflict', message: 'A replay is under way. It ends when it has sent the last event.' },
  too_old: {
    kind: 'invalid',
    message: ({ days }: { days: number }) => `since must be at most ${days} days ago: older deliveries are not kept.`,
    meaning: 'the replay begins before the time for which deliveries are kept',
  },
  registration_limit: {
    kind: 'rate_limited',
    message: ({ limit }: { limit: number }) => `At most ${limit} registrations and repeated verifications an hour are accepted.`,
    meaning: 'too many accepted registrations and repeated verifications in an hour',
  },
});
