import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { PodActivityController } from './pod-activity.controller.js';
import { PodActivityService } from './pod-activity.service.js';
import { PodsController } from './pods.controller.js';
import { PodsService } from './pods.service.js';
import { POD_MEMBERS } from './lists/pod-members.list.js';
import { PODS } from './lists/pods.list.js';
import { POD_WEEKLY_TARGETS } from './lists/weekly-targets.list.js';

/** Pods with their members and progress, and the lists of the administration. */
@Module({
  controllers: [
    PodsController,
    PodActivityController,
    // `PodsController` serves GET /pods/{name}.
    listController(PODS, ['get']),
    listController(POD_MEMBERS),
    listController(POD_WEEKLY_TARGETS),
  ],
  providers: [PodsService, PodActivityService],
})
export class PodsModule {}
