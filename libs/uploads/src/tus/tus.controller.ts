import { CurrentCaller, Public, Requires, type Caller } from '@app/auth';
import { ApiErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Controller, Delete, Head, Options, Patch, Post, Req, Res, UseFilters, Version, VERSION_NEUTRAL } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExcludeEndpoint,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OwnsUpload, TheUpload } from '../owns-upload.js';
import type { Upload } from '../upload.entity.js';
import { ApiTusFailures, ApiTusVersion, tusHeaders } from './tus-document.js';
import { TusErrorFilter } from './tus-error.filter.js';
import { TUS } from './tus-protocol.js';
import { TusEndpoint } from './tus.endpoint.js';

const DESCRIPTION =
  'Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers. 423 says that the upload ' +
  'cannot be served now, 429 and 503 included: ask again later.';

/** Uploads in pieces: requests with `Tus-Resumable`. UploadsController has the others; both have the same guards. */
@ApiTags('Uploads')
@Controller({ path: 'uploads', version: TUS })
@UseFilters(TusErrorFilter)
export class TusController {
  constructor(private readonly tus: TusEndpoint) {}

  @Options(['', ':upload'])
  @Public()
  @Version(VERSION_NEUTRAL)
  @ApiExcludeEndpoint()
  describeTus(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId: '', uploadId: null });
  }

  @Post()
  @Requires('update')
  @ApiExcludeEndpoint() // documented with the form
  createTusUpload(@Req() request: Request, @Res() response: Response, @CurrentCaller() { userId }: Caller): Promise<void> {
    return this.tus.handle(request, response, { userId, uploadId: null });
  }

  @Head(':upload')
  @Requires('update')
  @OwnsUpload()
  @ApiTusVersion(false)
  @ApiOperation({ summary: 'Ask how many bytes of an upload have arrived', description: DESCRIPTION })
  @ApiOkResponse({
    description: 'Upload-Offset and, once it is known, Upload-Length.',
    headers: tusHeaders('Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Defer-Length', 'Upload-Metadata', 'Upload-Expires'),
  })
  @ApiTusFailures(410, 412, 423)
  measureUpload(@TheUpload() { id, userId }: Upload, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId, uploadId: id });
  }

  @Patch(':upload')
  @Requires('update')
  @OwnsUpload()
  @ApiTusVersion(true)
  @ApiHeader({ name: 'Upload-Offset', required: true, description: 'Bytes that the service has already.', schema: { type: 'integer' } })
  @ApiOperation({ summary: 'Send more of an upload', description: DESCRIPTION })
  @ApiConsumes('application/offset+octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary', example: 'the bytes from Upload-Offset on' } })
  @ApiNoContentResponse({
    description: 'Upload-Offset says how many bytes have arrived.',
    headers: tusHeaders('Tus-Resumable', 'Upload-Offset', 'Upload-Expires'),
  })
  @ApiErrors(httpErrors.required('An upload is continued with the tus protocol.', { field: 'Tus-Resumable' }))
  @ApiTusFailures(400, 409, 410, 412, 'too_long', 423)
  continueUpload(@TheUpload() { id, userId }: Upload, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId, uploadId: id });
  }

  @Delete(':upload')
  @Requires('delete')
  @OwnsUpload()
  @ApiExcludeEndpoint() // documented with the JSON route
  terminateUpload(@TheUpload() { id, userId }: Upload, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId, uploadId: id });
  }
}
