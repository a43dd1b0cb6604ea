import { Module } from '@nestjs/common';
import { ApiTokenStore } from './api-token-store.js';
import { ApiTokensController } from './api-tokens.controller.js';
import { ApiTokensService } from './api-tokens.service.js';

@Module({ controllers: [ApiTokensController], providers: [ApiTokensService, ApiTokenStore] })
export class ApiTokensModule {}
