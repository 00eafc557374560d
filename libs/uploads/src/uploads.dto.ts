import { Envelope, Page, PageQuery } from '@app/http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { UPLOAD_STATUSES, type Upload, type UploadStatus } from './upload.entity.js';

/** The body of an upload in one request, as it is documented; form.uploads.ts reads it. */
export class UploadForm {
  @ApiProperty({ type: 'string', format: 'binary', description: 'The file: 1 byte to 50 GiB.', example: 'the bytes of talk.mp4' })
  readonly file!: unknown;
}

/** An upload (contract 8.2). */
export class UploadResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ example: 'tech-weekly-12.mp4', type: 'string', nullable: true }) readonly filename!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'video/mp4', description: 'As the client said.' })
  readonly content_type!: string | null;
  @ApiProperty({ example: 734003200, type: 'integer', format: 'int64', nullable: true, description: 'Null while it is not known.' })
  readonly byte_size!: number | null;
  @ApiProperty({
    example: 734003200,
    type: 'integer',
    format: 'int64',
    minimum: 0,
    nullable: true,
    description: 'Null in a list while the store cannot tell.',
  })
  readonly received_bytes!: number | null;
  @ApiProperty({ enum: UPLOAD_STATUSES }) readonly status!: UploadStatus;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: '24 hours after the last byte; 7 days after completion or the end of its use; null while a video stock uses it.',
  })
  readonly expires_at!: string | null;

  static from(upload: Upload, receivedBytes: number | null): UploadResponse {
    return {
      id: upload.id,
      filename: upload.filename,
      content_type: upload.contentType,
      byte_size: upload.byteSize,
      received_bytes: receivedBytes,
      status: upload.status,
      created_at: upload.createdAt.toISOString(),
      expires_at: upload.expiresAt?.toISOString() ?? null,
    };
  }
}

export class UploadEnvelope extends Envelope(UploadResponse) {}

export class UploadsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: UPLOAD_STATUSES, description: 'The uploads in this state.' })
  @IsOptional()
  @IsIn(UPLOAD_STATUSES)
  readonly status?: UploadStatus;
}

export class UploadPage extends Page(UploadResponse) {}
