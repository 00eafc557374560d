import { Module } from '@nestjs/common';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { FeedSourcesQueries } from './feed-sources.queries.js';

@Module({ providers: [FeedSourcesQueries, HostsQueries], exports: [FeedSourcesQueries] })
export class FeedSourcesModule {}
