import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { Publications, publicationsJob } from './publications.js';

@Module({ imports: [OutboxModule, ...publicationsJob.imports], providers: [Publications, ...publicationsJob.providers] })
export class EventsWorkerModule {}
