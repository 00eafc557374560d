import { judge, repair } from '@app/subtitles';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { OFFLINE, result } from './result.js';

const content = z.string().describe('The whole text of an SRT or WebVTT file.');
const format = z.enum(['srt', 'vtt']).optional().describe('Detected from the content when left out.');
const defects = z.array(z.looseObject({ code: z.string(), message: z.string(), line: z.number().nullable() }));

/** Tools that need no API. */
export function addFileTools(server: McpServer): void {
  server.registerTool(
    'check_transcript',
    {
      title: 'Check a transcript',
      description: 'Judges SRT or WebVTT as an upload would, without uploading it. Each defect has a code, a line and a message.',
      inputSchema: { content, format },
      outputSchema: { ok: z.boolean(), defects, defectCount: z.number() },
      annotations: OFFLINE,
    },
    ({ content: text, format: declared }) => result(() => judge(text, declared)),
  );
  server.registerTool(
    'repair_transcript',
    {
      title: 'Repair a transcript',
      description:
        'Returns a text that passes and a list of what was changed. Words are never changed. If ok is false, correct the remaining defects yourself.',
      inputSchema: { content, format },
      outputSchema: {
        ok: z.boolean(),
        format: z.string(),
        content: z.string(),
        changes: z.array(z.looseObject({ code: z.string(), line: z.number(), message: z.string() })),
        defects,
        defectCount: z.number(),
      },
      annotations: OFFLINE,
    },
    ({ content: text, format: declared }) => result(() => repair(text, declared)),
  );
}
