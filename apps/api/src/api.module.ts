import { UnknownRoutesModule } from '@app/auth';
import { JobsModule } from '@app/jobs';
import { OutboundModule } from '@app/outbound';
import { Env, PlatformModule, type Environment } from '@app/platform';
import { modulesFor, persistence } from '@app/product';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class ApiModule {
  static async for(environment: Environment, log: Logger): Promise<DynamicModule> {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.for({ environment, log, persistence, name: 'api' }),
        JobsModule.forRoot(environment.get(Env)),
        OutboundModule,
        ...(await modulesFor('api')),
        UnknownRoutesModule, // last: it matches every path that no other route has
      ],
    };
  }
}
