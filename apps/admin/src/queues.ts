import type { Environment } from '@app/env';
import type { DynamicModule, Type } from '@nestjs/common';

/** The modules that publishers of events depend on: queues and rate limits. A command sends nothing: workers do. */
export async function queueModules(environment: Environment): Promise<(Type | DynamicModule)[]> {
  const [{ JobsModule }, { RateLimitModule }, { Env }, { NoOutboundModule }] = await Promise.all([
    import('@app/jobs'),
    import('@app/rate-limit'),
    import('@app/env'),
    import('@app/process/start'),
  ]);
  return [JobsModule.forRoot(environment.get(Env)), NoOutboundModule, RateLimitModule];
}
