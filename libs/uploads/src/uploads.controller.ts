import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, DeletedEnvelope } from '@app/http';
import { AppError, httpErrors } from '@app/http/errors';
import { Controller, Delete, Get, Head, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FormUploads } from './forms/form.uploads.js';
import { OwnsUpload, TheUpload } from './owns-upload.js';
import { StoredUploads } from './stored-uploads.js';
import { ApiTusCreation, ApiTusFailures, tusHeaders } from './tus/tus-document.js';
import type { Upload } from './upload.entity.js';
import { uploadErrors } from './uploads.errors.js';
import { UploadEnvelope, UploadForm, UploadPage, UploadsQuery } from './uploads.dto.js';

const TUS = 'Requests of the tus 1.0 protocol (https://tus.io) carry `Tus-Resumable` and get its statuses and headers.';

const NO_FILE = new AppError('invalid', 'The form is not valid.', { errors: [uploadErrors.file_required.detail({}, 'file')] });

/** Uploads as JSON, and as a form. Requests with `Tus-Resumable` are served by the TusController. */
@ApiTags('Uploads')
@Controller('uploads')
export class UploadsController {
  constructor(
    private readonly uploads: StoredUploads,
    private readonly forms: FormUploads,
  ) {}

  @Post()
  @Requires('update')
  @ApiOperation({
    summary: 'Upload a file, or begin to',
    description: `In one request as a form. ${TUS} The id is the last segment of \`Location\`.`,
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  @ApiTusCreation()
  @ApiCreatedResponse({ type: UploadEnvelope, headers: tusHeaders('Location', 'Tus-Resumable', 'Upload-Expires') })
  @ApiErrors(uploadErrors.too_many_uploads(), NO_FILE)
  @ApiTusFailures(400, 412, 413, 501)
  async createUpload(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentCaller() { userId }: Caller,
  ): Promise<UploadEnvelope> {
    return this.uploads.show(await this.forms.receive(request, response, userId));
  }

  @Get()
  @Requires('read')
  @ApiOperation({ summary: 'List your uploads', description: 'Newest first, without those that have expired.' })
  @ApiOkResponse({ type: UploadPage })
  listUploads(@CurrentCaller() { userId }: Caller, @Query() query: UploadsQuery): Promise<UploadPage> {
    return this.uploads.list(userId, query);
  }

  // Before GET, whose route would take HEAD, too.
  @Head(':upload')
  @Requires('update')
  @OwnsUpload()
  @ApiExcludeEndpoint() // documented with tus
  lookAtUpload(@TheUpload() upload: Upload): Promise<UploadEnvelope> {
    return this.uploads.show(upload);
  }

  @Get(':upload')
  @Requires('read')
  @OwnsUpload()
  @ApiOperation({ summary: 'Show an upload', description: 'How many bytes have arrived, and when it expires.' })
  @ApiOkResponse({ type: UploadEnvelope })
  showUpload(@TheUpload() upload: Upload): Promise<UploadEnvelope> {
    return this.uploads.show(upload);
  }

  @Patch(':upload')
  @Requires('update')
  @OwnsUpload()
  @ApiExcludeEndpoint() // documented with tus
  async refuseToContinue(@TheUpload() upload: Upload): Promise<never> {
    await this.uploads.show(upload);
    throw httpErrors.required('An upload is continued with the tus protocol.', { field: 'Tus-Resumable' });
  }

  @Delete(':upload')
  @Requires('delete')
  @OwnsUpload()
  @ApiOperation({ summary: 'Delete an upload', description: `Also one that is still being received. ${TUS}` })
  @ApiOkResponse({ type: DeletedEnvelope })
  @ApiErrors(uploadErrors.upload_in_use())
  @ApiTusFailures(412, 423)
  async removeUpload(@TheUpload() { id }: Upload): Promise<DeletedEnvelope> {
    await this.uploads.remove(id);
    return { data: { deleted: true } };
  }
}
