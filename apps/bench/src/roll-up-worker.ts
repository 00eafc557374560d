/** Runs the worker's built code for roll-ups, without queue and schedule. */
import 'reflect-metadata';
import { DatabaseModule } from '@app/database/start';
import { createLog, ProcessModule } from '@app/process/start';
import { loadEnvironment, persistence } from '@app/product';
import { NestFactory } from '@nestjs/core';
import { serve } from './bench-child.ts';
import { internal } from './internal.ts';

class Rolling {}

const { RollUps } = await internal('analytics', 'roll-ups/roll-ups.js');
const environment = loadEnvironment(process.env);
const log = createLog('roll-up-worker', 'error');
const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(persistence, 'roll-up-worker')];
const context = await NestFactory.createApplicationContext(
  { module: Rolling, imports: [...platform], providers: [RollUps] },
  { logger: ['error'] },
);
const rollUps = context.get(RollUps);

serve({ run: async () => ({ days: (await rollUps.run(new Date())) as number }) });
