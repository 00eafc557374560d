import { CurrentCaller, Public, Requires, type Caller } from '@app/auth';
import { ApiErrors, AppError, invalid } from '@app/http';
import { Controller, Delete, Get, Head, HttpStatus, Options, Param, Patch, Post, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExcludeEndpoint,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FormUploads } from './form.uploads.js';
import { TusEndpoint } from './tus.endpoint.js';
import { UploadEnvelope, UploadForm, UploadRemovalEnvelope, UploadResponse } from './uploads.dto.js';
import { UploadsService } from './uploads.service.js';

const TUS = 'Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers.';

/** Requests with `Tus-Resumable` go to tus, all others are ours; both after the same checks. */
@ApiTags('Uploads')
@Controller('uploads')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly forms: FormUploads,
    private readonly tus: TusEndpoint,
  ) {}

  @Options()
  @Public()
  @ApiExcludeEndpoint()
  tellTus(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId: '', uploadId: null });
  }

  @Options(':upload')
  @Public()
  @ApiExcludeEndpoint()
  tellTusOfUpload(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.tus.handle(request, response, { userId: '', uploadId: null });
  }

  @Post()
  @Requires('update')
  @ApiOperation({
    summary: 'Upload a file, or begin to',
    description: `In one request as a form. ${TUS} The id is the last segment of \`Location\`.`,
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  @ApiCreatedResponse({ type: UploadEnvelope })
  @ApiErrors(403, 422)
  async createUpload(@Req() request: Request, @Res() response: Response, @CurrentCaller() { userId }: Caller): Promise<void> {
    if (speaksTus(request)) return this.tus.handle(request, response, { userId, uploadId: null });
    const id = await this.forms.receive(request, response, userId);
    response.status(HttpStatus.CREATED).json(await this.seen(id, userId));
  }

  // Before GET, which would take HEAD, too.
  @Head(':upload')
  @Requires('update')
  @ApiParam({ name: 'upload', format: 'uuid' })
  @ApiHeader({ name: 'Tus-Resumable', required: false, schema: { type: 'string', enum: ['1.0.0'] } })
  @ApiOperation({ summary: 'Ask how much of an upload has come', description: TUS })
  @ApiOkResponse({ description: 'Upload-Offset and Upload-Length.' })
  @ApiErrors(403, 404, 422)
  async measureUpload(
    @Param('upload') id: string,
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() { userId }: Caller,
  ): Promise<void> {
    const upload = await this.uploads.owned(id, userId);
    if (speaksTus(request)) return this.tus.handle(request, response, { userId, uploadId: upload.id });
    response.json(await this.seen(id, userId));
  }

  @Patch(':upload')
  @Requires('update')
  @ApiParam({ name: 'upload', format: 'uuid' })
  @ApiHeader({ name: 'Tus-Resumable', required: true, schema: { type: 'string', enum: ['1.0.0'] } })
  @ApiHeader({ name: 'Upload-Offset', required: true, schema: { type: 'integer' } })
  @ApiOperation({ summary: 'Send more of an upload', description: TUS })
  @ApiConsumes('application/offset+octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiNoContentResponse({ description: 'Upload-Offset says how far it has come.' })
  @ApiErrors(403, 404, 409, 422)
  async continueUpload(
    @Param('upload') id: string,
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() { userId }: Caller,
  ): Promise<void> {
    const upload = await this.uploads.owned(id, userId);
    if (!speaksTus(request)) throw invalid('Tus-Resumable', 'required', 'An upload is continued with the tus protocol.');
    await this.tus.handle(request, response, { userId, uploadId: upload.id });
  }

  @Get(':upload')
  @Requires('read')
  @ApiParam({ name: 'upload', format: 'uuid' })
  @ApiOperation({ summary: 'Show an upload' })
  @ApiOkResponse({ type: UploadEnvelope })
  @ApiErrors(403, 404, 422)
  showUpload(@Param('upload') id: string, @CurrentCaller() { userId }: Caller): Promise<UploadEnvelope> {
    return this.seen(id, userId);
  }

  @Delete(':upload')
  @Requires('delete')
  @ApiParam({ name: 'upload', format: 'uuid' })
  @ApiOperation({ summary: 'Delete an upload', description: `Also one that is still being received. ${TUS}` })
  @ApiOkResponse({ type: UploadRemovalEnvelope })
  @ApiErrors(403, 404, 409, 422)
  async removeUpload(
    @Param('upload') id: string,
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() { userId }: Caller,
  ): Promise<void> {
    const upload = await this.uploads.owned(id, userId);
    if (speaksTus(request)) return this.tus.handle(request, response, { userId, uploadId: upload.id });
    await this.tus.remove(upload.id);
    response.json({ data: { deleted: true } } satisfies UploadRemovalEnvelope);
  }

  private async seen(id: string, userId: string): Promise<UploadEnvelope> {
    const before = await this.uploads.owned(id, userId);
    if (this.uploads.hasExpired(before)) throw new AppError('not_found', 'There is no such upload.');
    const receivedBytes = await this.tus.received(before);
    // Looking at it may have found it complete.
    return { data: UploadResponse.from({ upload: await this.uploads.owned(id, userId), receivedBytes }) };
  }
}

function speaksTus({ headers }: Request): boolean {
  return headers['tus-resumable'] !== undefined;
}
