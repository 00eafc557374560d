import { explain } from '../explain.js';

/** How an agent may use a tool: looking changes nothing; a change can be one that takes something away. */
export const LOOKS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
export const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true } as const;
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
export const OFFLINE = { ...LOOKS, openWorldHint: false } as const;

/** The result of a tool, as text for models and as an object for programs; an error says what to change. */
export async function result(work: () => unknown): Promise<ToolResult> {
  try {
    const value = (await work()) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
  } catch (error) {
    return { content: [{ type: 'text', text: explain(error) }], isError: true };
  }
}

type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};
