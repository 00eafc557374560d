import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTranscript } from '@app/transcripts';
import type { Derived } from './derived-file.ts';
import { ROOT, textOf } from './root.ts';

const PAGES = readdirSync(join(ROOT, 'docs/api')).sort();
const DOCUMENTS = ['README.md', 'docs/api.md', 'docs/transcripts.md', ...PAGES.map((page) => `docs/api/${page}`)];

/** A file and its answer, or a quoted content and its answer. */
const EXAMPLE = /^(```(srt|vtt)\n((?:(?!```).*\n)*)```\n\n|<!-- answer to: (".*") -->\n\n)```json\n(?:(?!```).*\n)*```/gm;

/**
 * The documents that show answers to uploads, with the answers that the service gives. In docs/transcripts.md a block
 * of `srt` or `vtt` followed by one of `json` is a file and its defect; elsewhere `<!-- answer to: "content" -->`
 * precedes an answer.
 */
export function answersInDocuments(): Derived[] {
  return DOCUMENTS.map((path) => {
    const text = textOf(path).replace(EXAMPLE, (_, example: string, format?: 'srt' | 'vtt', file?: string, quoted?: string) => {
      const content = quoted === undefined ? (file ?? '') : (JSON.parse(quoted) as string);
      const outcome = readTranscript(content, format);
      if (outcome.ok) throw new Error(`${path}: this file is accepted, so there is no answer to show:\n${content}`);
      return `${example}\`\`\`json\n${quoted === undefined ? JSON.stringify(outcome.errors[0]) : render(outcome)}\n\`\`\``;
    });
    return { path, text };
  });
}

function render({ message, errors }: { readonly message: string; readonly errors: readonly object[] }): string {
  const entries = errors.map((error) => {
    const members = Object.entries(error).map(([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    {\n${members.join(',\n')}\n    }`;
  });
  return `{\n  "message": ${JSON.stringify(message)},\n  "errors": [\n${entries.join(',\n')}\n  ]\n}`;
}
