import { AppError } from '@app/platform';

const conflict = (code: string, message: string) => new AppError('conflict', message, { errors: [{ field: null, code, message }] });

export const noEndpoint = () => new AppError('not_found', 'There is no webhook destination.');

export const noDelivery = () => new AppError('not_found', 'There is no such delivery.');

export const alreadyActive = () => conflict('already_active', 'The destination is verified already.');

export const deliveryNotFinished = () =>
  conflict('delivery_not_finished', 'The delivery is queued or being sent. Only a finished delivery can be repeated.');

export const endpointNotActive = () => conflict('endpoint_not_active', 'There is no active destination to send to.');

export const notRedeliverable = () =>
  conflict('not_redeliverable', 'A verification cannot be repeated. Request a new one with POST /api/v1/video-webhook/verify.');

export const configurationGone = () => conflict('configuration_gone', 'Its destination was replaced or removed.');

export function registrationLimit(limit: number, freesInMs: number): AppError {
  const message = `At most ${limit} registrations and repeated verifications an hour are accepted.`;
  const seconds = Math.max(1, Math.ceil(freesInMs / 1000));
  return new AppError('rate_limited', message, {
    errors: [{ field: null, code: 'registration_limit', message }],
    headers: { 'Retry-After': String(seconds) },
  });
}
