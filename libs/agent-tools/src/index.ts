export { operationsOf, type ApiDocument } from './document.js';
export { ArgumentError, requestOf, type ApiRequest, type Arguments } from './requests.js';
export { textOf, type ApiAnswer } from './results.js';
export { agentServer, type Call } from './server.js';
export { allowedTools, toolsOf, type Tool } from './tools.js';
