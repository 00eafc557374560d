import { validateRequest } from '@app/http/bodies';
import { describe, expect, it } from '@jest/globals';
import { SetPublication } from './publication.dto.js';

describe('the settings of a publication', () => {
  it.each([
    {},
    { public: true },
    { language: 'en' },
    { language: 'pt-BR' },
    { language: 'zh-Hans-CN' },
    { language: 'zh-cmn-Hant-TW' }, // an extended language, which `Intl` does not read
    { language: 'x-private' },
    { language: 'i-klingon' },
    { language: 'sl-rozaj-1994-u-co-phonebk' },
    { language: `en-x${'-abcdefg'.repeat(7)}-abc` },
    { language: null },
  ])('the settings of a publication may be %j', async (body) => {
    expect({ ...(await validateRequest(SetPublication, body, 'body')) }).toEqual(body);
  });

  it.each([
    [{ public: null }, 'invalid'],
    [{ count_downloads: 'true' }, 'invalid'],
    [{ language: 'not a language' }, 'invalid_language'],
    [{ language: 'en_US' }, 'invalid_language'],
    [{ language: '' }, 'invalid_language'],
    [{ language: 'en\n' }, 'invalid_language'],
    [{ language: 'en-' }, 'invalid_language'],
    [{ language: 'x' }, 'invalid_language'],
    [{ language: 5 }, 'invalid_language'],
    [{ language: `en-x${'-abcdefg'.repeat(7)}-abcd` }, 'invalid_language'],
    [{ updated_at: null }, 'unknown_field'],
  ])('the settings of a publication are not %j', async (body, code) => {
    await expect(validateRequest(SetPublication, body, 'body')).rejects.toMatchObject({ errors: [{ code }] });
  });
});
