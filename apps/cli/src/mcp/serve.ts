import { agentServer, allowedTools, toolsOf, type ApiDocument } from '@app/agent-tools';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { connectionOf } from '../config.js';
import type { Context } from '../context.js';
import { sendTo } from './api.js';
import { AllowedFiles } from './allowed-files.js';
import { withFiles } from './file-tools.js';

/** `mcp`: serves until stdin ends. stdout belongs to the protocol. The tools are those of the API that answers. */
export async function serve(context: Context, { allow }: { readonly allow?: string }): Promise<void> {
  const connection = await connectionOf(context.env);
  const client = await context.client();
  const files = allow === undefined ? undefined : await AllowedFiles.below(allow);
  const [document, { data: token }] = await Promise.all([documentOf(connection.baseUrl), client.GET('/api/v1/token')]);
  const send = sendTo(connection);
  const own = allowedTools(toolsOf(document), new Set(token?.data.permissions));
  const { tools, call } = files ? withFiles({ tools: own, document, files, client, send }) : { tools: own, call: send };
  const handle = serveStdio(() => agentServer({ version: document.info.version, tools, call }));
  await new Promise((resolve) => process.stdin.once('close', resolve));
  await handle.close();
}

async function documentOf(baseUrl: string): Promise<ApiDocument> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  return (await response.json()) as ApiDocument;
}
