import { Module } from '@nestjs/common';
import { AgentTools } from './agent-tools.js';
import { McpController } from './mcp.controller.js';
import { OwnRoutes } from './own-routes.js';

@Module({ controllers: [McpController], providers: [AgentTools, OwnRoutes], exports: [AgentTools] })
export class AgentsApiModule {}
