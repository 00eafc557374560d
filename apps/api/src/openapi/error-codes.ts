/**
 * Every code of an error that the API answers with: the enum of the OpenAPI document and the type in the client. A test holds them to
 * docs/errors.md.
 */
export const ERROR_CODES = [
  // any route
  ...['token_missing', 'token_invalid', 'permission_missing', 'not_owner', 'ownership_not_confirmed', 'not_found', 'conflict'],
  ...['invalid_request', 'rate_limited', 'unavailable', 'required', 'invalid', 'unknown_field', 'unknown_parameter', 'invalid_json'],
  ...['unsupported_media_type', 'too_large', 'too_many_fields', 'too_slow', 'invalid_cursor'],
  // transcripts
  ...['too_many_subtitles', 'bad_format', 'empty', 'no_times', 'bad_time', 'reversed_times', 'duplicate_times', 'multiple_speakers'],
  ...['bad_voice_tag', 'transcription_in_progress'],
  // chapters
  ...['too_many_chapters', 'duplicate_start_time', 'not_ascending', 'beyond_duration', 'zero_duration', 'invalid_url'],
  // analytics
  ...['invalid_date', 'from_after_to', 'range_too_long', 'unknown_timezone', 'too_many_exports'],
  // webhook
  ...['https_required', 'port_not_allowed', 'credentials_not_allowed', 'host_not_public', 'registration_limit'],
  ...['delivery_not_finished', 'endpoint_not_active', 'not_redeliverable', 'already_active'],
  // uploads
  ...['invalid_multipart', 'file_required', 'empty_file', 'upload_in_use', 'too_many_uploads', 'storage_full'],
  // video stocks
  ...['client_key_conflict', 'upload_not_found', 'upload_not_completed', 'upload_already_used', 'not_correctable', 'revision_mismatch'],
  ...['not_ready', 'already_matched', 'episode_has_video', 'episode_not_found', 'episode_podcast_mismatch'],
  // RSS refetch
  ...['no_external_feed', 'refetch_in_progress', 'refetch_too_soon'],
] as const;
