import { authErrors } from '@app/auth';
import type { DocumentParts } from '@app/http/server';
import { ERROR_CODES } from './error-codes.js';
import { FEATURES } from '@app/product';

const DESCRIPTION = `Automates the preparation of podcast releases.

Date-times are ISO 8601 in UTC, ids are UUIDv7 strings, successes are under \`data\`, failures have \`message\` and, with a stable code each,
\`errors\`. Every answer carries \`X-Request-Id\`, \`RateLimit-Policy\` and, unless the database is away, \`RateLimit\`.

Guides: [conventions](/docs/guides/api) · [error codes](/docs/guides/errors) · [transcripts](/docs/guides/transcripts) ·
[videos](/docs/guides/video) · [webhooks](/docs/guides/webhooks) · [downloads](/docs/guides/analytics) ·
[client](/docs/guides/client) · [command line](/docs/guides/cli)`;

const documents = FEATURES.flatMap(({ document }) => document ?? []);

/** The parts of this application's document beside its routes. */
export const documentParts = {
  description: DESCRIPTION,
  tags: documents.flatMap(({ tags = {} }) => Object.entries(tags).map(([name, description]) => ({ name, description }))),
  errorCodes: ERROR_CODES,
  refusals: {
    notAuthenticated: authErrors.token_invalid(),
    notPermitted: (required) => authErrors.permission_missing({ required: required as 'read' }),
  },
  schemas: Object.assign({}, ...documents.map(({ schemas }) => schemas)) as DocumentParts['schemas'],
  webhooks: Object.assign({}, ...documents.map(({ webhooks }) => webhooks)) as DocumentParts['webhooks'],
} satisfies DocumentParts & { description: string };
