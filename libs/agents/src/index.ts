export { AgentTools } from './agent-tools.js';
