import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@app/client';
import { addEpisodeTools } from './episode.tools.js';
import { addFileTools } from './file.tools.js';
import { addReleaseTools } from './release.tools.js';

const INSTRUCTIONS = `Prepares podcast releases. Begin with list_podcasts, then list_episodes with missing to see what a release still lacks.
Check a transcript with check_transcript and repair it with repair_transcript before put_transcript. Errors name a code and what to change.`;

/** The operations of the API as tools of the Model Context Protocol. */
export function mcpServer(client: Client): McpServer {
  const server = new McpServer({ name: 'podcast', version: '0.2.0' }, { instructions: INSTRUCTIONS });
  addFileTools(server);
  addEpisodeTools(server, client);
  addReleaseTools(server, client);
  return server;
}
