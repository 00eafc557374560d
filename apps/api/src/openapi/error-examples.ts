import { answerTo, type DocumentParts, type RefusedOperation } from '@app/http';
import { judge } from '@app/subtitles';
import { messageOf } from './error-codes.js';

/** The body of a refusal. Its codes are looked up by name, since the application knows the tables of all features as one list. */
type ErrorBody = { readonly message: string; readonly errors?: readonly object[] };

type Facts = Readonly<Record<string, unknown>>;
type Options = {
  readonly field?: string;
  readonly facts?: Facts;
  /** Of the entry, where its table has another one for other places. */
  readonly message?: string;
  /** Of the whole answer, where it is not that of its entry. */
  readonly summary?: string;
};

function refusal(code: string, { field, facts = {}, message = messageOf(code, facts), summary = message }: Options = {}): ErrorBody {
  return { message: summary, errors: [{ field: field ?? null, code, message, ...facts }] };
}

const QUERY = 'The query is not valid.';
const BODY = 'The body is not valid.';

/** A transcript whose second subtitle is reversed. */
const REVERSED = '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:04,000\nthere\n';

/** The answer for an unknown id, by the parameter of the path. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  podcast: 'There is no such podcast.',
  episode: 'There is no such episode.',
  token: 'There is no such token.',
  upload: 'There is no such upload.',
  stock: 'There is no such video stock.',
  delivery: 'There is no such delivery.',
};
const NO_DESTINATION = refusal('not_found', { message: 'There is no webhook destination.' });
const NO_PODCAST = refusal('not_found', { message: NOT_FOUND['podcast'] });
const NO_PUBLIC_FILE = refusal('not_found', { message: 'There is no public file at this address.' });

/** Refusals of single operations, and those that differ from the usual ones of their status. */
const OF_OPERATIONS: Readonly<Record<string, ErrorBody>> = {
  'getEpisodeAudio 404': refusal('not_found', { message: 'There is no such episode, or it has no audio to listen to.' }),
  'getPublicFeed 404': refusal('not_found', { message: 'There is no public feed at this address.' }),
  'getPublicVideo 404': NO_PUBLIC_FILE,
  'getPublicEpisodeFile 404': NO_PUBLIC_FILE,
  'deleteVideoWebhook 404': NO_DESTINATION,
  'postVideoWebhookVerify 404': NO_DESTINATION,
  'postVideoStocks 404': NO_PODCAST,
  'getVideoStocks 404': NO_PODCAST,
  'postTokens 409': refusal('too_many_tokens', { facts: { limit: 100 } }),
  'patchVideoStock 409': refusal('revision_mismatch', { field: 'expected_revision', facts: { current_revision: 3 } }),
  'patchUpload 409': refusal('offset_conflict'),
  'deleteUpload 409': refusal('upload_in_use'),
  'postUploads 409': refusal('too_many_uploads'),
  'postVideoStocks 409': refusal('client_key_conflict', { field: 'client_key' }),
  'postVideoStockCancel 409': refusal('already_matched'),
  'postVideoStockUnlink 409': refusal('not_matched', { facts: { status: 'processing' } }),
  'postVideoStockLink 409': refusal('episode_has_video', { field: 'episode_id' }),
  'postPodcastRssRefetch 409': refusal('refetch_in_progress'),
  'postVideoWebhookVerify 409': refusal('already_active'),
  'postVideoWebhookDeliveryRedeliver 409': refusal('delivery_not_finished'),
  'putEpisodeTranscript 422': { message: 'The transcript has defects; nothing was stored.', errors: judge(REVERSED).defects },
  'putEpisodeChapters 422': refusal('not_ascending', {
    summary: 'The chapters have defects; nothing was stored.',
    message: messageOf('not_ascending', { seconds: 30 }),
    field: 'chapters[3].startTime',
  }),
  'putVideoWebhook 422': refusal('https_required', { field: 'url' }),
  'patchUpload 413': refusal('too_large', { message: "upload's size exceeded" }),
  'postUploads 422': refusal('file_required', { field: 'file', summary: 'The form is not valid.' }),
  'postVideoStocks 422': refusal('upload_not_completed', { field: 'upload_id' }),
  'patchUpload 422': refusal('required', { field: 'Tus-Resumable', message: 'An upload is continued with the tus protocol.' }),
  'postPodcastRssRefetch 422': refusal('no_external_feed'),
  'getPodcastAnalytics 422': refusal('from_after_to', { field: 'from' }),
  'getPodcastAnalyticsCsv 422': refusal('unknown_timezone', {
    field: 'timezone',
    summary: QUERY,
    message: 'timezone must be the name of an IANA time zone',
  }),
  'putVideoWebhook 429': refusal('registration_limit', { facts: { limit: 5 } }),
  'postPodcastRssRefetch 429': refusal('refetch_too_soon', { facts: { seconds: 240 } }),
};

/** Refusals of the tus protocol, in the words of @tus/server. */
const OF_TUS: Readonly<Record<number, ErrorBody>> = {
  400: refusal('invalid_tus_request', { message: 'Upload-Length or Upload-Defer-Length header required' }),
  410: refusal('upload_expired'),
  412: refusal('unsupported_tus_version', { message: 'Tus-Resumable is not supported; send 1.0.0.' }),
  413: refusal('too_large', { message: 'Maximum size exceeded' }),
  423: refusal('upload_locked'),
  501: refusal('invalid_tus_request', {
    message: 'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.',
  }),
};

/** A refusal as the API answers it. Codes and words come from the tables of errors; an end-to-end test provokes them. */
export const errorExample: DocumentParts['errorExample'] = (refused) =>
  OF_OPERATIONS[`${refused.id} ${refused.status}`] ?? usual(refused) ?? answerTo(new Error()).body;

function usual({ id, status, resource = '', permission, takesQuery, takesBody }: RefusedOperation): ErrorBody | undefined {
  switch (status) {
    case 401:
      return refusal('token_invalid');
    case 403:
      return refusal('permission_missing', { facts: { required: permission } });
    case 404:
      return refusal('not_found', { message: NOT_FOUND[resource] ?? messageOf('not_found') });
    case 412:
      return id.endsWith('Upload') || id.endsWith('Uploads')
        ? OF_TUS[status]
        : refusal('precondition_failed', { facts: { current_etag: '"3f1c"' } });
    case 416:
      return refusal('range_not_satisfiable', { facts: { size: 1048576 } });
    case 422:
      return takesBody ? refusal('unknown_field', { field: 'titel', summary: BODY }) : unknownParameter(takesQuery);
    case 429:
      return refusal('rate_limited');
    case 503:
      return refusal('unavailable');
    default:
      return OF_TUS[status];
  }
}

function unknownParameter(takesQuery: boolean): ErrorBody {
  const summary = takesQuery ? QUERY : 'The query has parameters that this route does not know.';
  return refusal('unknown_parameter', { field: 'page', summary });
}
