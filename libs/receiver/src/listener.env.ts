import { resolve } from 'node:path';
import { EnvError } from '@app/platform';
import { plainToInstance } from 'class-transformer';
import { IsOptional, IsString, Matches, validateSync } from 'class-validator';

/** The variables of `webhook listen`, which needs neither database nor key. */
export class ListenerEnv {
  /** Folder of the certificate that is made for it. */
  @IsString()
  readonly DATA_DIR: string = '.data';

  /** The `signing_secret` of a registration: what comes is verified with it. Not an argument, which every user of the machine could read. */
  @IsOptional()
  @Matches(/^whsec_[A-Za-z0-9+/]{43}=$/, {
    message: '$property must be the signing_secret of a registration: whsec_ and 32 bytes in base64',
  })
  readonly WEBHOOK_SECRET?: string;

  /** @throws EnvError naming every fault at once; the secret is never quoted */
  static load(source: NodeJS.ProcessEnv): ListenerEnv {
    const given = {
      DATA_DIR: resolve(source['DATA_DIR']?.trim() || '.data'),
      WEBHOOK_SECRET: source['WEBHOOK_SECRET']?.trim() || undefined,
    };
    const env = plainToInstance(ListenerEnv, given, { exposeUnsetFields: false });
    const faults = validateSync(env).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    if (faults.length > 0) throw new EnvError(faults);
    return env;
  }
}
