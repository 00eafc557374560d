export { ROOT, Stack, type Ended, type Loaded, type Running } from '@app/stack';
