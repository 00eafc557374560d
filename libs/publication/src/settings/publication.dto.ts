import { Envelope } from '@app/http';
import { withCode } from '@app/http/bodies';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { publicationErrors } from '../publication.errors.js';

/** Characters of a language tag, which the feed repeats for each transcript. */
const MAX_LANGUAGE = 64;

/** A tag of BCP 47 (RFC 5646, 2.1), which is more than `Intl` reads; irregular ones that nothing else covers. */
const TAG = new RegExp(
  '^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*' +
    '(?:-[a-wyz\\d](?:-[a-z\\d]{2,8})+)*(?:-x(?:-[a-z\\d]{1,8})+)?|x(?:-[a-z\\d]{1,8})+|i-[a-z]{2,8}|en-gb-oed|sgn-(?:be-(?:fr|nl)|ch-de))$',
  'i',
);

export function isLanguage(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_LANGUAGE && TAG.test(text);
}

const { message } = publicationErrors.invalid_language.definition;

const IsLanguage = () =>
  ValidateBy({ name: 'isLanguage', validator: { validate: isLanguage } }, { message, ...withCode(publicationErrors.invalid_language) });

/** Judges a field unless it is left out. */
const Given = () => ValidateIf((_, value) => value !== undefined);

/** A field that is left out keeps its value. */
export class SetPublication {
  @ApiPropertyOptional({ description: 'Whether the feed, transcripts, chapters and videos of published episodes are public.' })
  @Given()
  @IsBoolean()
  readonly public?: boolean;

  @ApiPropertyOptional({ description: 'Whether enclosures in the public feed lead through the counting redirect.' })
  @Given()
  @IsBoolean()
  readonly count_downloads?: boolean;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: MAX_LANGUAGE,
    example: 'en',
    description: 'Of transcripts, as a tag of BCP 47; null: as the feed says.',
  })
  @IsOptional()
  @IsLanguage()
  readonly language?: string | null;
}

export class PublicationResponse {
  @ApiProperty({ example: true }) readonly public!: boolean;
  @ApiProperty({ example: false }) readonly count_downloads!: boolean;
  @ApiProperty({ type: 'string', nullable: true, example: 'en' }) readonly language!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    nullable: true,
    example: 'https://api.example.com/f/01a1b2c3-0000-7000-8000-000000000001',
    description: 'The public feed; null for a podcast without an external feed.',
  })
  readonly feed_url!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'The last change; null before the first.' })
  readonly updated_at!: string | null;
}

export class PublicationEnvelope extends Envelope(PublicationResponse) {}
