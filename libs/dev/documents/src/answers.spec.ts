import { writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { documentsWithAnswers } from './answers.ts';

it('the documents show the answers that the service gives (UPDATE_DOCUMENTS=1 writes them)', () => {
  for (const { path, text, expected } of documentsWithAnswers()) {
    if (process.env['UPDATE_DOCUMENTS']) writeFileSync(path, expected);
    else expect(text).toBe(expected);
  }
});
