// @ts-check
/**
 * The answers in the documents, made by the code they are about. In docs/transcripts.md a block of `srt` or `vtt` that is
 * followed by one of `json` is a file and the answer to its upload; elsewhere `<!-- answer to: "content" -->` stands above an answer.
 *
 *     node tools/docs-examples.mjs            writes the answers
 *     node tools/docs-examples.mjs --check    names those that are wrong, exit status 1
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const DOCUMENTS = ['README.md', 'docs/api.md', 'docs/transcripts.md'];
const EPISODE = '01a1fc6a-8d2e-74e1-9c7e-2f7c1d1b7a55';

/** A file and its answer, or a quoted content and its answer. */
const EXAMPLE = /^(```(srt|vtt)\n((?:(?!```).*\n)*)```\n\n|<!-- answer to: (".*") -->\n\n)```json\n(?:(?!```).*\n)*```/gm;

/**
 * Puts the answers into the documents' texts.
 *
 * @returns {Promise<{ path: string, is: string, shouldBe: string }[]>}
 */
export async function documents() {
  await build(['libs/transcripts', 'libs/subtitles']);
  const { readTranscript } = await import('../libs/transcripts/dist/read-upload.js');
  return DOCUMENTS.map((document) => {
    const path = join(ROOT, document);
    const is = readFileSync(path, 'utf8');
    const shouldBe = is.replace(EXAMPLE, (_, example, format, file, quoted) => {
      const outcome = readTranscript(quoted === undefined ? file : JSON.parse(quoted), format, EPISODE);
      if (outcome.ok) throw new Error(`${document}: this is accepted, and has no answer to show:\n${file ?? quoted}`);
      return `${example}\`\`\`json\n${shown(outcome)}\n\`\`\``;
    });
    return { path, is, shouldBe };
  });
}

/** @param {{ message: string, errors: readonly Record<string, unknown>[] }} outcome */
function shown({ message, errors }) {
  const entries = errors.map((error) => {
    const keys = Object.entries(error).map(([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    {\n${keys.join(',\n')}\n    }`;
  });
  return `{\n  "message": ${JSON.stringify(message)},\n  "errors": [\n${entries.join(',\n')}\n  ]\n}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stale = (await documents()).filter(({ is, shouldBe }) => is !== shouldBe);
  for (const { path, shouldBe } of stale) {
    if (process.argv.includes('--check')) console.error(`${path} shows answers that are not given: node tools/docs-examples.mjs`);
    else writeFileSync(path, shouldBe);
  }
  if (process.argv.includes('--check') && stale.length > 0) process.exitCode = 1;
}
