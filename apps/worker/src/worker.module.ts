import { JobsModule } from '@app/jobs';
import { OutboundModule } from '@app/outbound';
import { DatabaseModule, workMetrics } from '@app/database/start';
import { Env, type Environment } from '@app/env';
import { ProcessModule } from '@app/process/start';
import { modulesFor, persistence, workStatuses } from '@app/product';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class WorkerModule {
  static async for(environment: Environment, log: Logger): Promise<DynamicModule> {
    return {
      module: WorkerModule,
      imports: [
        ProcessModule.for({ environment, log }),
        DatabaseModule.over(persistence, 'worker'),
        JobsModule.forRoot(environment.get(Env)),
        OutboundModule,
        ...(await modulesFor('worker')),
      ],
      providers: [workMetrics(workStatuses)],
    };
  }
}
