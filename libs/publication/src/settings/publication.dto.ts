import { withCode } from '@app/http/bodies';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { publicationErrors } from '../publication.errors.js';

/** Characters of a language tag, which the feed repeats for each transcript. */
const MAX_LANGUAGE = 64;

/** Whether a text is a language tag: `Intl` knows the syntax of BCP 47. */
export function isLanguage(text: unknown): text is string {
  try {
    return typeof text === 'string' && text.length <= MAX_LANGUAGE && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
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

export class PublicationEnvelope {
  @ApiProperty() readonly data!: PublicationResponse;
}
