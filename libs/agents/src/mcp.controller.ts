import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { agentServer, allowedTools, requestOf } from '@app/agent-tools';
import { CurrentCaller, lacks, Requires, type Caller } from '@app/auth';
import type { Permission } from '@app/auth/services';
import { Env } from '@app/env';
import { originOf } from '@app/http';
import { Waits } from '@app/jobs';
import { LOG } from '@app/process';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { Logger } from 'pino';
import { AgentTools } from './agent-tools.js';
import { mustBeLocal } from './foreign-pages.js';
import { calledTool, isListening, messageOf, ProtocolRefusal } from './messages.js';
import { OwnRoutes } from './own-routes.js';

/** Seconds after which a stream of notifications ends, and the client opens another. Tools never change meanwhile. */
const LISTENING_SECONDS = 30;

/** From whom a message came. */
type Sender = { readonly caller: Caller; readonly requestId: string };

/**
 * The Model Context Protocol over HTTP, without sessions: each message is a request of the API, checked in the same
 * order and counted once. A call becomes a request to the operation itself, so that no rule is written twice
 * (contract 14.5).
 */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  private readonly handler: McpHttpHandler;

  constructor(
    private readonly agents: AgentTools,
    private readonly routes: OwnRoutes,
    private readonly waits: Waits,
    private readonly env: Env,
    @Inject(LOG) log: Logger,
  ) {
    this.handler = createMcpHandler(({ authInfo }) => this.serverFor(authInfo?.extra as Sender), {
      onerror: (err) => log.debug({ err }, 'refused message of an agent'),
    });
  }

  @All()
  @Requires(null)
  async serve(@Req() request: ExpressRequest, @Res() response: ExpressResponse, @CurrentCaller() caller: Caller): Promise<void> {
    mustBeLocal(request, this.env.HOST);
    try {
      const message = request.method === 'POST' ? await messageOf(request, response) : undefined;
      this.mustBePermitted(calledTool(message), caller);
      const extra: Sender = { caller, requestId: request.id };
      const authInfo = { token: '', clientId: caller.userId, scopes: [...caller.permissions], extra };
      const ended = new AbortController();
      response.once('close', () => ended.abort());
      if (isListening(message)) this.endLater(ended, caller);
      await send(await this.handler.fetch(webRequest(request, ended.signal), { authInfo, parsedBody: message }), response);
    } catch (error) {
      if (!(error instanceof ProtocolRefusal)) throw error;
      const { status, code, message } = error;
      response.status(status).json({ jsonrpc: '2.0', id: null, error: { code, message } });
    }
  }

  /** A token does not see tools that it may not call; calling one is refused as the operation refuses it. */
  private mustBePermitted(name: string | undefined, { permissions }: Caller): void {
    const permission = this.agents.description.tools.find((tool) => tool.name === name)?.permission as Permission | null | undefined;
    if (permission && !permissions.has(permission)) throw lacks(permission);
  }

  /** A stream of notifications is a request that waits: a user has a share of them, and each ends after a while. */
  private endLater(ended: AbortController, { userId }: Caller): void {
    const request = { userId, seconds: LISTENING_SECONDS, closed: ended.signal };
    void this.waits.holdPlace(`agents ${userId}`, request).finally(() => ended.abort());
  }

  private serverFor(sender: Sender) {
    const { version, tools } = this.agents.description;
    return agentServer({
      version,
      tools: allowedTools(tools, sender.caller.permissions),
      call: (tool, args, signal) => this.routes.send(requestOf(tool, args), { ...sender, signal }),
    });
  }
}

/** The request as the library takes it. */
function webRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`${originOf(request)}/mcp`, { method: request.method, headers, signal });
}

async function send({ status, headers, body }: Response, response: ExpressResponse): Promise<void> {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  if (!body) return void response.end();
  // A client that disconnects ends the stream, which is no failure.
  await pipeline(Readable.fromWeb(body), response).catch(() => undefined);
}
