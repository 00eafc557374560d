import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { TranscriptEnvelope } from './transcripts.dto.js';

/** Documents an answer that is a transcript, in the forms of the API. */
export const ApiTranscript = (description: string): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(TranscriptEnvelope),
    ApiResponse({
      status: 200,
      description,
      headers: { ETag: { schema: { type: 'string' } } },
      content: {
        'application/json': { schema: { $ref: getSchemaPath(TranscriptEnvelope) } },
        'text/vtt': { schema: { type: 'string' }, example: 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>Hello\n' },
        'application/x-subrip': { schema: { type: 'string' }, example: '1\n00:00:01,000 --> 00:00:02,500\nHello\n' },
      },
    }),
  );
