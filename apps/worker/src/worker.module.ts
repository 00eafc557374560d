import { JobsModule } from '@app/jobs';
import { OutboundModule } from '@app/outbound';
import { Env, PlatformModule, workMetrics, type Environment } from '@app/platform';
import { modulesFor, persistence, workStatuses } from '@app/product';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class WorkerModule {
  static async for(environment: Environment, log: Logger): Promise<DynamicModule> {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.for({ environment, log, persistence, name: 'worker' }),
        JobsModule.forRoot(environment.get(Env)),
        OutboundModule,
        ...(await modulesFor('worker')),
      ],
      providers: [workMetrics(workStatuses)],
    };
  }
}
