import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/server';
import { ArgumentError, type Arguments } from './requests.js';
import { failure, resultOf, type ApiAnswer } from './results.js';
import type { Tool } from './tools.js';

const INSTRUCTIONS = `Prepares podcast releases: transcripts, chapters, videos, feeds, downloads. Begin with getPodcasts, then
getPodcastEpisodes with missing to see what a release still lacks. Try a transcript with putEpisodeTranscript and dry_run first.
Files are uploaded outside of these tools and named by their upload id. A refusal names codes and what to change.`;

/** Answers a call as the API does. @throws ArgumentError */
export type Call = (tool: Tool, args: Arguments, signal: AbortSignal) => Promise<ApiAnswer>;

type Agents = { readonly version: string; readonly tools: readonly Tool[]; readonly call: Call };

/**
 * A server of the Model Context Protocol for one caller. It judges no argument: the API does. It is the class below
 * McpServer, which would compile a validator for each tool and request.
 */
export function agentServer({ version, tools, call }: Agents): Server {
  const server = new Server(
    { name: 'podcast-automation', title: 'Podcast Automation', version },
    { capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} }, instructions: INSTRUCTIONS },
  );
  addEmptyLists(server);
  const listed = tools.map(({ name, title, description, inputSchema, annotations, permission }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations: { title, ...annotations, openWorldHint: false },
    _meta: { 'podcast-automation/required-permission': permission },
  })) as unknown as ListToolsResult['tools']; // their schemas are those of the document
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)} for this token.`);
    try {
      return resultOf(await call(tool, params.arguments ?? {}, signal));
    } catch (error) {
      if (error instanceof ArgumentError) return failure(error.message);
      throw error;
    }
  });
  return server;
}

/** Clients ask for these lists whatever a server has. */
function addEmptyLists(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: [] }));
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(params.name)}.`);
  });
  server.setRequestHandler('resources/read', ({ params }) => {
    throw new ResourceNotFoundError(params.uri);
  });
}
