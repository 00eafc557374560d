import { UrlWithScheme } from '@app/env';
import { IsOptional, IsString } from 'class-validator';

/** The variables of uploads. Credentials are found as AWS's clients find them. */
export class UploadsEnv {
  /** Bucket that takes uploads instead of `DATA_DIR`. */
  @IsOptional()
  @IsString()
  readonly S3_BUCKET?: string;

  /** Endpoint of an S3-compatible store other than AWS. */
  @IsOptional()
  @UrlWithScheme('http:', 'https:')
  readonly S3_ENDPOINT?: string;

  @IsOptional()
  @IsString()
  readonly S3_REGION?: string;
}
