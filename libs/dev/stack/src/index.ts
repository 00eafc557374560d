export { noteExchange, noteProcess } from './diagnostics.ts';
export { Stack, type CallersStack, type Ended, type Loaded, type Running } from './stack.ts';
export { ROOT } from './workspace.ts';
