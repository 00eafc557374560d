import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Context } from '../context.js';
import { mcpServer } from './server.js';

/** `mcp`: serves until stdin ends. stdout belongs to the protocol. */
export async function serve(context: Context): Promise<void> {
  const server = mcpServer(await context.client());
  const ended = new Promise<void>((resolve) => (server.server.onclose = resolve));
  process.stdin.once('end', () => void server.close());
  await server.connect(new StdioServerTransport());
  await ended;
}
