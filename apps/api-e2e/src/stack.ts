export { ROOT, Stack, type CallersStack, type Ended, type Loaded, type Running } from '@app/stack';
