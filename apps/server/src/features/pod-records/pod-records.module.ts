import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { POD_MEMBERS } from './pod-members.resource.js';
import { PODS } from './pods.resource.js';
import { POD_WEEKLY_TARGETS } from './weekly-targets.resource.js';

/** Pods, who belongs to them, and what they are to reach, as records of the administration. */
@Module({
  controllers: [
    // A pod is read by its name, at the same address.
    crudController(PODS, ['get']),
    crudController(POD_MEMBERS),
    crudController(POD_WEEKLY_TARGETS),
  ],
})
export class PodRecordsModule {}
