import { Module } from '@nestjs/common';
import { MemberStore } from './member-store.js';
import { PodsController } from './pods.controller.js';
import { PodsService } from './pods.service.js';

@Module({ controllers: [PodsController], providers: [PodsService, MemberStore] })
export class PodsModule {}
