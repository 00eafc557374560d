import { PlatformModule, QueuesModule, SweepModule, type Env } from '@app/platform';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class WorkerModule {
  static for(env: Env, log: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.for({ env, log, persistence: [], name: 'worker' }), QueuesModule.forRoot(env), SweepModule],
    };
  }
}
