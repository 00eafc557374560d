import type { Environment } from '@app/platform';
import type { DynamicModule, Type } from '@nestjs/common';

/** The modules that publishers of events depend on: queues, rate limits and the guarded client. */
export async function queueModules(environment: Environment): Promise<(Type | DynamicModule)[]> {
  const [{ JobsModule }, { OutboundModule }, { RateLimitModule }, { Env }] = await Promise.all([
    import('@app/jobs'),
    import('@app/outbound'),
    import('@app/rate-limit'),
    import('@app/platform'),
  ]);
  return [JobsModule.forRoot(environment.get(Env)), OutboundModule, RateLimitModule];
}
