export { holderOf, isAlive, lock, LockHeldError, type Identity, type Lock } from '@app/bootstrap/lock';
export { ended, startOf, whenOrphaned } from '@app/bootstrap/process';
export { guardChild, guardOf } from './guard.ts';
export { endProcess, isTrueWithin, stopSignal } from './processes.ts';
