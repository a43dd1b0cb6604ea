import { Module } from '@nestjs/common';
import { AccessStore } from './access-store.js';
import { UserAccessController } from './user-access.controller.js';
import { UserAccessService } from './user-access.service.js';

@Module({ controllers: [UserAccessController], providers: [UserAccessService, AccessStore] })
export class UserAccessModule {}
