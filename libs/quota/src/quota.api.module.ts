import { Module } from '@nestjs/common';
import { QuotaController } from './quota.controller.js';
import { QuotaModule } from './quota.module.js';

@Module({ imports: [QuotaModule], controllers: [QuotaController] })
export class QuotaApiModule {}
