export { noteExchange, noteProcess } from './diagnostics.ts';
export { ROOT, Stack, type Ended, type Loaded, type Running } from './stack.ts';
