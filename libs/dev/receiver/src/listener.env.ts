import { resolve } from 'node:path';
import { EnvError } from '@app/env';

/** The variables of `webhook listen`, which needs neither database nor key. */
export type ListenerEnv = {
  /** Folder of the certificate that is made for it. */
  readonly DATA_DIR: string;
  /**
   * The `signing_secret` of a registration, to verify with; no argument, since every user of the machine reads those.
   */
  readonly WEBHOOK_SECRET?: string;
};

/** @throws EnvError naming the fault; the secret is never quoted */
export function readListenerEnv(source: NodeJS.ProcessEnv): ListenerEnv {
  const dir = source['DATA_DIR']?.trim();
  const secret = source['WEBHOOK_SECRET']?.trim();
  if (secret && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) {
    throw new EnvError(['WEBHOOK_SECRET must be the signing_secret of a registration: whsec_ and 32 bytes in base64']);
  }
  return { DATA_DIR: resolve(dir || '.data'), ...(secret ? { WEBHOOK_SECRET: secret } : {}) };
}
