import { UnknownRoutesModule } from '@app/auth';
import { JobsModule } from '@app/jobs';
import { OutboundModule } from '@app/outbound';
import { DatabaseModule } from '@app/database/start';
import { Env, type Environment } from '@app/env';
import { ShortcutsModule } from '@app/http/shortcuts';
import { ProcessModule } from '@app/process/start';
import { modulesFor, persistence } from '@app/product';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class ApiModule {
  static async for(environment: Environment, log: Logger): Promise<DynamicModule> {
    return {
      module: ApiModule,
      imports: [
        ProcessModule.for({ environment, log }),
        DatabaseModule.over(persistence, 'api'),
        JobsModule.forRoot(environment.get(Env)),
        OutboundModule,
        ShortcutsModule,
        ...(await modulesFor('api')),
        UnknownRoutesModule, // last: it matches every path that no other route has
      ],
    };
  }
}
