/** A process, distinguished from later ones with the same pid. */
export type Identity = { readonly pid: number; readonly start?: string | undefined };

export type Holder = Identity & {
  readonly purpose: string;
  /** It will release the lock soon, so waiting is worthwhile. */
  readonly brief: boolean;
  /** The processes it leaves behind if it is killed. */
  readonly children: readonly Identity[];
  /** `embedded`: it runs a database that others may use. `elsewhere`: it uses a database that is not in this folder. */
  readonly database?: 'embedded' | 'elsewhere';
};

export type Lock = {
  /** Living children of the previous holder, which died. */
  readonly left: readonly Identity[];
  readonly note: (changes: Partial<Pick<Holder, 'brief' | 'children' | 'database'>>) => void;
  readonly release: () => void;
};

export type LockOptions = {
  /** Shown to those who find the lock taken. */
  readonly purpose: string;
  readonly brief?: boolean;
  /** How long to wait for any holder. Default 1000. */
  readonly timeoutMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
};

/** Another process holds the lock. */
export class LockHeldError extends Error {
  constructor(holder: Holder);
  readonly holder: Holder;
}

/** Takes the lock, waiting for a holder that will release it soon. @throws LockHeldError after the timeout */
export function lock(file: string, options: LockOptions): Promise<Lock>;

/**
 * The holder, dead or alive; undefined if the file is missing or names no process.
 * @throws the system's error if the file cannot be read
 */
export function holderOf(file: string): Holder | undefined;

export function isAlive(identity: Identity): boolean;
